import type { OptionName } from '#calls/runs.ts';
import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Room } from '#web/generic/editing/room-types.ts';
import { useRoomField, useRoomState } from '#web/generic/editing/use-room.ts';
import { FINALIZE_OPTIONS, lacksQuery, OPTION_NAMES } from './finalize-options.ts';
import classes from './forms.module.css';

interface OptionBoxesProps<T> {
  room: Room<T>;
  /** What each does, beside its name. */
  hints?: Partial<Record<OptionName, string>>;
  /** Why one cannot be chosen. */
  reasons?: Partial<Record<OptionName, string>>;
}

/** The four options of finalizing; what is not set up here says so, and cannot be chosen. */
export function OptionBoxes<T>({ room, hints = {}, reasons: ofRun = {} }: OptionBoxesProps<T>) {
  const { data: lacks } = useQuery(lacksQuery);
  const reasons = { ...lacks, ...ofRun };
  return (
    <fieldset className={classes.options}>
      <legend>Options</legend>
      <Stack gap={10} mt={6}>
        {OPTION_NAMES.map((name) => (
          <OptionBox
            key={name}
            room={room}
            name={name}
            hint={reasons[name] ?? hints[name]}
            off={name in reasons}
          />
        ))}
      </Stack>
    </fieldset>
  );
}

interface OptionBoxProps<T> {
  room: Room<T>;
  name: OptionName;
  hint: string | undefined;
  off: boolean;
}

function OptionBox<T>({ room, name, hint, off }: OptionBoxProps<T>) {
  const { value } = useRoomField(room, name);
  const { saving } = useRoomState(room);
  return (
    <Checkbox
      label={FINALIZE_OPTIONS[name]}
      description={hint}
      checked={value === true && !off}
      disabled={off || saving}
      onChange={({ currentTarget }) => room.set(name, currentTarget.checked)}
    />
  );
}
