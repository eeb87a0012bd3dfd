import type { ComponentType } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { inputField } from '#kernel/system-fields.ts';
import type { InputLook, InputProps } from '../inputs/input-props.ts';
import { comparedField, RemarkedInput } from '../inputs/remark.tsx';
import { webKindOf } from '../kinds/kinds.ts';
import { isFollowed } from './following.ts';
import type { RecordFormState } from './model-form-state.ts';
import { useFormField, useFormStatus } from './use-form-state.ts';

interface FormInputProps {
  resource: Resource;
  formState: RecordFormState;
  name: string;
  /** The record that names the values to begin with; the edited one by default. */
  row?: Values | null;
  look: InputLook;
  mode: 'create' | 'update';
  /** It takes the focus when the dialog that it is in opens. */
  takesFocus?: boolean;
  /** Notifies the form that the input is left. */
  derives?: boolean;
  /** The input of a model of its own. */
  input?: ComponentType<InputProps>;
}

/** The props of fields that are beside each other in a form. */
const WHOLE_WIDTH = { gridColumn: '1 / -1' };

/** The input of one field of a form; it alone renders when its value changes. */
export function FormInput(props: FormInputProps) {
  const { resource, formState, name, look, mode, takesFocus, derives, input: Own } = props;
  const { value, error } = useFormField(formState, name);
  const other = useFormField(formState, comparedField(resource, name) ?? name).value;
  const { record, locked } = useFormStatus(formState);
  const field = inputField(resource, name);
  const beside = useFormField(formState, (field && webKindOf(field).beside(field)) ?? name).value;
  if (!field) return null;
  const input: InputProps = {
    name,
    field,
    value,
    onChange: (next) => {
      formState.set(name, next);
      if (isFollowed(resource, name)) formState.leave();
    },
    onPending: formState.settle,
    onPresetGone: () => formState.clearPreset(name),
    look,
    mode,
    row: props.row ?? record,
    beside,
    error,
    locked,
    takesFocus,
  };
  return (
    <div
      onBlur={derives ? formState.leave : undefined}
      style={look === 'form' && webKindOf(field).wide(field) ? WHOLE_WIDTH : undefined}
    >
      {Own ? <Own {...input} /> : <RemarkedInput {...input} resource={resource} other={other} />}
    </div>
  );
}
