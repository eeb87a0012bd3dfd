import { TextInput } from '@mantine/core';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { inputBasics, textOf, type InputProps } from '#web/generic/inputs/input-props.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { FieldInput } from '#web/generic/kinds/field-input.tsx';
import { GroupedChoice } from './grouped-choice.tsx';
import { typeHyphens } from './hyphens.ts';
import { RecordChoice } from './record-choice.tsx';
import type { RequestFormState } from './request-form-state.ts';

interface RequestInputProps {
  request: CloudRequest;
  formState: RequestFormState;
  name: string;
  /** The known error of the value, before anything was sent. */
  preview: string | undefined;
  takesFocus: boolean;
}

/** The input of one field of a request. */
export function RequestInput({ request, formState, name, preview, takesFocus }: RequestInputProps) {
  const { value, error } = useFormField(formState, name);
  const { locked } = useFormStatus(formState);
  const field = request.fields[name];
  if (!field) return null;
  const input: InputProps = {
    name,
    field,
    value,
    onChange: (next) => formState.set(name, next),
    look: 'form',
    mode: 'create',
    error: error ?? preview,
    locked,
    takesFocus,
  };
  const choices = request.choices[name];
  const hyphens = request.hyphenated.includes(name);
  if (choices && 'path' in choices) return <GroupedChoice input={input} path={choices.path} />;
  if (choices) return <RecordChoice input={input} source={choices} hyphens={hyphens} />;
  if (hyphens) return <HyphenatedInput {...input} />;
  return <FieldInput {...input} />;
}

/** A line of text in which white space becomes hyphens while one types. */
function HyphenatedInput(props: InputProps) {
  return (
    <TextInput
      {...inputBasics(props)}
      spellCheck={false}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(typeHyphens(event))}
    />
  );
}
