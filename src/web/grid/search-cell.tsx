import { NativeSelect, TextInput } from '@mantine/core';
import { memo, useEffect, useRef, useState } from 'react';
import { formatDay, parseWrittenDay } from '#kernel/dates.ts';
import type { ColumnSearch } from './types.ts';

const PAUSE_MS = 300;

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
      <NativeSelect
        size="xs"
        aria-label={label}
        value={value}
        data={[{ value: '', label: 'All' }, ...search.choices]}
        onChange={(event) => onSearch(search.key, event.currentTarget.value)}
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

function TypedSearch({ label, day, value, onSearch }: TypedSearchProps) {
  const shown = day ? formatDay(value) : value;
  const [text, setText] = useState(shown);
  const [told, setTold] = useState(value);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by other means, such as Back: it wins over what stands here.
  if (value !== told) {
    setTold(value);
    setText(shown);
  }
  useEffect(() => () => clearTimeout(pause.current), []);

  const wrong = day && text.trim() !== '' && parseWrittenDay(text) === null;
  const tell = (next: string) => {
    clearTimeout(pause.current);
    const sought = day && next.trim() !== '' ? parseWrittenDay(next) : next.trim();
    if (sought === null || sought === value) return;
    setTold(sought);
    onSearch(sought);
  };
  return (
    <TextInput
      size="xs"
      type="search"
      aria-label={label}
      aria-description={day ? 'A day, such as 29-Mar-2026' : undefined}
      placeholder={day ? 'dd-Mmm-yyyy' : 'Search'}
      value={text}
      error={wrong}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        clearTimeout(pause.current);
        pause.current = setTimeout(() => tell(next), PAUSE_MS);
      }}
      onBlur={() => tell(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(text);
        if (event.key === 'Escape' && text !== '') {
          setText('');
          tell('');
        }
      }}
    />
  );
}
