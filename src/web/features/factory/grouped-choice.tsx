import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { choicesQuery, groupsOf } from '#web/generic/clouds/choices.ts';
import { inputBasics, textOf, type InputProps } from '#web/generic/inputs/input-props.ts';
import { keepKeysInside } from '#web/generic/inputs/keys.ts';
import { ChoicesFailed } from './choices-failed.tsx';

interface GroupedChoiceProps {
  input: InputProps;
  /** The call that returns the choices. */
  path: string;
}

/** One of what a cloud has, such as its folders, in the groups of the call's answer. */
export function GroupedChoice({ input, path }: GroupedChoiceProps) {
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
