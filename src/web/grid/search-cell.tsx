import { TextInput } from '@mantine/core';
import { memo } from 'react';
import { formatDay, parseWrittenDay } from '#kernel/dates.ts';
import { useTypedSearch } from '#web/ui/use-typed-search.ts';
import { ChoiceSelect } from '#web/ui/choice-select.tsx';
import type { ColumnSearch } from './types.ts';

interface SearchCellProps {
  header: string;
  search: ColumnSearch;
  value: string;
  onSearch: (key: string, value: string) => void;
}

/** The input above a column. What is typed is told after a pause, at once on Enter; Esc empties it. */
function SearchCellPlain({ header, search, value, onSearch }: SearchCellProps) {
  const label = `Search ${header}`;
  if (search.kind === 'choice')
    return (
      <ChoiceSelect
        size="xs"
        aria-label={label}
        value={value}
        choices={[{ value: '', label: 'All' }, ...search.choices]}
        onChange={(next) => onSearch(search.key, next)}
      />
    );
  return (
    <TypedSearch
      label={label}
      day={search.kind === 'day'}
      value={value}
      onSearch={(text) => onSearch(search.key, text)}
    />
  );
}

/** It renders only when its own search changes, not with every change of the table. */
export const SearchCell = memo(SearchCellPlain);

interface TypedSearchProps {
  label: string;
  day: boolean;
  value: string;
  onSearch: (text: string) => void;
}

const readDay = (text: string) => (text.trim() === '' ? '' : parseWrittenDay(text));

function TypedSearch({ label, day, value, onSearch }: TypedSearchProps) {
  const ways = day ? { show: formatDay, read: readDay } : {};
  const { text, type, tell, empty } = useTypedSearch({ value, onSearch, ...ways });
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={label}
      aria-description={day ? 'A day, such as 29-Mar-2026' : undefined}
      placeholder={day ? 'DD-MMM-yyyy' : 'Search'}
      value={text}
      error={day && readDay(text) === null}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={tell}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell();
        if (event.key === 'Escape' && text !== '') empty();
      }}
    />
  );
}
