import type { ReactNode } from 'react';
import type { Mode } from '#kernel/fields/field.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { FieldInput } from '../kinds/field-input.tsx';
import type { FormState } from './form-state-types.ts';
import { useFormField, useFormStatus } from './use-form-state.ts';

interface LoneInputProps<Result> {
  formState: FormState<Result>;
  name: string;
  field: Field;
  mode: Mode;
  takesFocus?: boolean;
  /** A remark about the value although it is accepted. */
  remark?: ReactNode;
}

/** The input of a field in a dialog that is no form of a model. */
export function LoneInput<Result>({
  formState,
  name,
  field,
  mode,
  takesFocus,
  remark,
}: LoneInputProps<Result>) {
  const { value, error } = useFormField(formState, name);
  const { locked } = useFormStatus(formState);
  return (
    <FieldInput
      name={name}
      field={field}
      value={value}
      onChange={(next) => formState.set(name, next)}
      onPending={formState.settle}
      onPresetGone={() => formState.clearPreset(name)}
      look="form"
      mode={mode}
      error={error}
      locked={locked}
      takesFocus={takesFocus}
      remark={remark}
    />
  );
}
