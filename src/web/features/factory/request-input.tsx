import { TextInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import { inputBasics, textOf, type InputProps } from '#web/generic/inputs/input-props.ts';
import { useFormField, useFormStatus } from '#web/generic/editing/use-form-state.ts';
import { FieldInput } from '#web/generic/kinds/field-input.tsx';
import { choicesQuery, groupsOf } from '#web/generic/clouds/choices.ts';
import { keepKeysInside } from '#web/generic/inputs/keys.ts';
import { typeHyphens } from './hyphens.ts';
import { RecordChoice } from './record-choice.tsx';
import type { RequestFormState } from './request-form-state.ts';
import { ChoicesFailed } from './choices-failed.tsx';

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

interface GroupedChoiceProps {
  input: InputProps;
  /** The call that returns the choices. */
  path: string;
}

/** One of what a cloud has, such as its folders, in the groups of the call's answer. */
function GroupedChoice({ input, path }: GroupedChoiceProps) {
  const { field, value, onChange } = input;
  const { data, error, isFetching, refetch } = useQuery(choicesQuery(path));
  const failed = error !== null && data === undefined;
  return (
    <>
      <Select
        {...inputBasics(input)}
        data={data ? groupsOf(data) : []}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        placeholder={isFetching && !data ? 'Loading…' : 'Choose one'}
        nothingFoundMessage={data ? 'Nothing matches.' : failed ? 'Not loaded.' : 'Loading…'}
        maxDropdownHeight={320}
        aria-busy={isFetching || undefined}
        value={textOf(value) || null}
        onChange={onChange}
        onKeyDown={keepKeysInside}
      />
      {failed && (
        <ChoicesFailed what={`${field.label}s`} reason={error.message} onRetry={() => void refetch()} />
      )}
    </>
  );
}
