import type { Field } from '#kernel/fields/kinds.ts';
import { LoneInput } from '#web/generic/editing/lone-input.tsx';
import type { FormState } from '#web/generic/editing/form-state-types.ts';
import { useFormField } from '#web/generic/editing/use-form-state.ts';

/** The inputs for the readings of files, which appear once they are needed. */
export function ReadingInputs<T>({
  formState,
  fields,
}: {
  formState: FormState<T>;
  fields: Readonly<Record<string, Field>>;
}) {
  return Object.entries(fields).map(([name, field]) => (
    <Reading key={name} formState={formState} name={name} field={field} />
  ));
}

/** One of them stays where it has appeared. */
function Reading<T>({ formState, name, field }: { formState: FormState<T>; name: string; field: Field }) {
  const { value, error } = useFormField(formState, name);
  if (error === null && value === null) return null;
  return <LoneInput formState={formState} name={name} field={field} mode="create" />;
}
