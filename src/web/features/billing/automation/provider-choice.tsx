import { Group, Radio } from '@mantine/core';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';

/** The choice of the tabs, in the words that are specified for it; files of AWS are taken by a new billing run. */
const OFFERED = [
  { provider: 'aws', label: 'AWS', disabled: true },
  { provider: 'azure', label: 'Azure', disabled: false },
  { provider: 'gcp', label: 'GCP', disabled: false },
] as const;

/** The name of the provider in a form. */
export const PROVIDER = 'provider';

/** Whose invoice it is. */
export function ProviderChoice<T>({ formState }: { formState: FormState<T> }) {
  const { value, error } = useFormField(formState, PROVIDER);
  const { saving } = useFormStatus(formState);
  return (
    <Radio.Group
      label="Provider"
      value={String(value)}
      error={error}
      onChange={(next) => formState.set(PROVIDER, next)}
    >
      <Group gap="lg" mt={6}>
        {OFFERED.map(({ provider, label, disabled }) => (
          <Radio key={provider} value={provider} label={label} disabled={disabled || saving} />
        ))}
      </Group>
    </Radio.Group>
  );
}
