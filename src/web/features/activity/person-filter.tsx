import { Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { findAuthors } from '#calls/activity.ts';
import type { Author } from '#kernel/history.ts';
import { queryOf } from '#web/data/call.ts';
import { Frame } from '#web/generic/list/filter-bar.tsx';
import classes from './activity.module.css';

const TYPING_PAUSE_MS = 200;

/** People who changed something, by a part of their name or address. */
const peopleQuery = (q: string) => queryOf(findAuthors, { q }, { keeps: true });

/** How people are called: by name, else by address. */
const nameOf = ({ name, email }: Author) => name ?? email;

/** The name that belongs to an address; the address as long as it is not known. */
export function PersonName({ email }: { email: string }) {
  const { data = [] } = useQuery(peopleQuery(email));
  const person = data.find((one) => one.email === email.toLowerCase());
  return person ? nameOf(person) : email;
}

/** The line in place of people: that they are being looked for, could not be loaded, or that there are none. */
function remarkOn({ isFetching, error }: { isFetching: boolean; error: Error | null }): string {
  if (isFetching) return 'Loading…';
  return error ? `People could not be loaded. ${error.message}` : 'Nobody of that name has changed anything.';
}

interface PersonFilterProps {
  /** An address; empty for everybody. */
  value: string;
  onChange: (value: string) => void;
}

/** Somebody who changed something, found by name or address. */
export function PersonFilter({ value, onChange }: PersonFilterProps) {
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const chosen = useQuery({ ...peopleQuery(value), enabled: value !== '' }).data?.find(
    (one) => one.email === value.toLowerCase(),
  );
  const label = chosen ? nameOf(chosen) : value;
  // The chosen name is in the input, and is nothing that somebody searches for.
  const [sought] = useDebouncedValue(typed === label ? '' : typed.trim(), TYPING_PAUSE_MS);
  const found = useQuery({ ...peopleQuery(sought), enabled: opened });
  // An error of this search is not hidden by what an earlier one found.
  const people = new Map((found.error ? [] : (found.data ?? [])).map((one) => [one.email, one]));
  const options = [...people.values()].map((one) => ({ value: one.email, label: nameOf(one) }));
  if (value !== '' && !people.has(value)) options.unshift({ value, label });
  return (
    <Frame label="Person" className={classes.person}>
      <Select
        size="xs"
        aria-label="Person"
        aria-busy={opened && found.isFetching ? true : undefined}
        placeholder="All"
        searchable
        // Typing replaces who was chosen.
        onFocus={({ currentTarget }) => currentTarget.select()}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear Person', tabIndex: 0 }}
        data={options}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
        searchValue={typed}
        onSearchChange={setTyped}
        onDropdownOpen={() => setOpened(true)}
        // They are found by the server.
        filter={({ options: given }) => given}
        nothingFoundMessage={remarkOn(found)}
        maxDropdownHeight={320}
        comboboxProps={{ width: 280, position: 'bottom-start', shadow: 'md' }}
        rightSection={opened && found.isFetching ? <Loader size={14} /> : undefined}
        renderOption={({ option }) => (
          <span>
            {option.label}
            {option.label !== option.value && (
              <Text span display="block" size="xs" c="dimmed">
                {option.value}
              </Text>
            )}
          </span>
        )}
      />
    </Frame>
  );
}
