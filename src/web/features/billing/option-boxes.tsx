import type { OptionName } from '#calls/runs.ts';
import { Checkbox, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { FINALIZE_OPTIONS, lacksQuery, OPTION_NAMES } from './finalize-options.ts';
import classes from './forms.module.css';

interface OptionBoxesProps<T> {
  formState: FormState<T>;
  /** The effect of each, beside its name. */
  hints?: Partial<Record<OptionName, string>>;
  /** Why one cannot be chosen. */
  reasons?: Partial<Record<OptionName, string>>;
}

/** The four options of finalizing; what is not set up here says so, and cannot be chosen. */
export function OptionBoxes<T>({ formState, hints = {}, reasons: ofRun = {} }: OptionBoxesProps<T>) {
  const { data: lacks } = useQuery(lacksQuery);
  const reasons = { ...lacks, ...ofRun };
  return (
    <fieldset className={classes.options}>
      <legend>Options</legend>
      <Stack gap={10} mt={6}>
        {OPTION_NAMES.map((name) => (
          <OptionBox
            key={name}
            formState={formState}
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
  formState: FormState<T>;
  name: OptionName;
  hint: string | undefined;
  off: boolean;
}

function OptionBox<T>({ formState, name, hint, off }: OptionBoxProps<T>) {
  const { value } = useFormField(formState, name);
  const { saving } = useFormStatus(formState);
  return (
    <Checkbox
      label={FINALIZE_OPTIONS[name]}
      description={hint}
      checked={value === true && !off}
      disabled={off || saving}
      onChange={({ currentTarget }) => formState.set(name, currentTarget.checked)}
    />
  );
}
