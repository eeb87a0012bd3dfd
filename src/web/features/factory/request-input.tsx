import { TagsInput, TextInput, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
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
import classes from './factory.module.css';

interface RequestInputProps {
  request: CloudRequest;
  formState: RequestFormState;
  name: string;
  /** The known error of the value, before anything was sent. */
  preview: string | undefined;
  /** The cost center that the value follows from; null where a person gave it. */
  from: string | null;
  takesFocus: boolean;
}

/** The input of one field of a request. */
export function RequestInput(props: RequestInputProps) {
  const { request, formState, name, preview, from, takesFocus } = props;
  const { value, error } = useFormField(formState, name);
  const { locked } = useFormStatus(formState);
  const field = request.fields[name];
  useEffect(() => {
    // Who is about to type there when it is filled replaces it.
    const at = document.activeElement;
    if (from !== null && at instanceof HTMLInputElement && at.dataset['field'] === name) at.select();
  }, [from, name]);
  if (!field) return null;
  const input: InputProps = {
    name,
    field,
    value,
    onChange: (next) => formState.set(name, next),
    onPending: formState.settle,
    look: 'form',
    mode: 'create',
    error: error ?? preview,
    remark: from !== null && <Following from={from} hint={field.hint} />,
    locked,
    takesFocus,
  };
  const choices = request.choices[name];
  const hyphens = request.hyphenated.includes(name);
  if (choices && 'path' in choices) {
    const Choice = choices.several ? SeveralChoices : GroupedChoice;
    return <Choice input={input} path={choices.path} />;
  }
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

/** Says where a value comes from that nobody typed, below what is said of the field anyway. */
const Following = ({ from, hint }: { from: string; hint: string | undefined }) => (
  <>
    {hint && <span className={classes.hint}>{hint}</span>}
    <span>from cost center {from}</span>
  </>
);

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
        // Typing replaces what was chosen.
        onFocus={({ currentTarget }) => currentTarget.select()}
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

/** Several of what a cloud has, such as its regions; they may be typed with commas between them, too. */
function SeveralChoices({ input, path }: GroupedChoiceProps) {
  const { field, value, onChange, locked } = input;
  const { data, error, isFetching, refetch } = useQuery(choicesQuery(path));
  const failed = error !== null && data === undefined;
  const texts = Array.isArray(value) ? value.map(String) : [];
  return (
    <>
      <TagsInput
        {...inputBasics(input)}
        data={data ? groupsOf(data) : []}
        splitChars={[',', ';', ' ']}
        maxDropdownHeight={320}
        spellCheck={false}
        placeholder={texts.length === 0 ? 'Choose, or type them' : undefined}
        aria-busy={isFetching || undefined}
        clearable={texts.length > 1 && !locked}
        clearButtonProps={{ 'aria-label': `Clear ${field.label}`, tabIndex: -1 }}
        value={texts}
        onChange={(next) => onChange(next.map((text) => text.trim()).filter(Boolean))}
      />
      {failed && <ChoicesFailed what={field.label} reason={error.message} onRetry={() => void refetch()} />}
    </>
  );
}
