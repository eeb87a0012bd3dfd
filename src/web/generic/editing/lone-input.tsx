import type { Mode } from '#kernel/fields/field.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { FieldInput } from '../kinds/field-input.tsx';
import type { Room } from './room-types.ts';
import { useRoomField, useRoomState } from './use-room.ts';

interface LoneInputProps<Result> {
  room: Room<Result>;
  name: string;
  field: Field;
  mode: Mode;
  takesFocus?: boolean;
}

/** The input of a field in a dialog that is no form of a model. */
export function LoneInput<Result>({ room, name, field, mode, takesFocus }: LoneInputProps<Result>) {
  const { value, error } = useRoomField(room, name);
  const { locked } = useRoomState(room);
  return (
    <FieldInput
      name={name}
      field={field}
      value={value}
      onChange={(next) => room.set(name, next)}
      onPending={room.settle}
      onPresetGone={() => room.clearPreset(name)}
      look="form"
      mode={mode}
      error={error}
      locked={locked}
      takesFocus={takesFocus}
    />
  );
}
