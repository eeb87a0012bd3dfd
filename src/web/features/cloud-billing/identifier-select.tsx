import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '#kernel/written.ts';
import { identifiersQuery } from './spend.ts';
import classes from './cloud-billing.module.css';

const ALL = 'all';
const ALL_CHOICE = { value: ALL, label: 'All' };
/** The value of the line that says that there are more; no identifier is called so. */
const MORE = '\n';
const TYPING_PAUSE_MS = 200;

interface IdentifierSelectProps {
  /** Empty for all. */
  value: string;
  onChange: (value: string) => void;
}

/** One of the identifiers that were charged, or all. They are searched on the server while one types. */
export function IdentifierSelect({ value, onChange }: IdentifierSelectProps) {
  const shown = value === '' ? ALL_CHOICE.label : value;
  const [typed, setTyped] = useState(shown);
  const [opened, setOpened] = useState(false);
  // The chosen text is in the input: as long as nobody changes it, it narrows nothing.
  const q = typed === shown ? '' : typed.trim();
  const [settled] = useDebouncedValue(q, TYPING_PAUSE_MS);
  const { data, error, isPlaceholderData } = useQuery({
    ...identifiersQuery(settled),
    enabled: opened,
    placeholderData: keepPreviousData,
  });
  const loaded = data !== undefined && !isPlaceholderData && settled === q;
  // Until the answer is there, what is there already is narrowed, so that Enter never takes what does not match.
  const word = q.toLowerCase();
  const matches = (label: string) => label.toLowerCase().includes(word);
  const others = (data?.data ?? []).filter((one) => ![ALL, value.toLowerCase()].includes(one.toLowerCase()));
  const names = [...(value === '' ? [] : [value]), ...others].filter(matches);
  const choices = [
    ...(matches(ALL_CHOICE.label) ? [ALL_CHOICE] : []),
    ...names.map((name) => ({ value: name, label: name })),
  ];
  const more = loaded ? data.meta.total - data.data.length : 0;
  if (more > 0) choices.push({ value: MORE, label: `${grouped(more)} more. Type to narrow the list.` });
  return (
    <Select
      label="Identifier"
      data={choices.map((choice) => ({ ...choice, disabled: choice.value === MORE }))}
      value={value || ALL}
      onChange={(next) => onChange(next === null || next === ALL ? '' : next)}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      filter={({ options }) => options}
      renderOption={({ option }) =>
        option.value === MORE ? (
          <Text size="xs" c="dimmed">
            {option.label}
          </Text>
        ) : (
          option.label
        )
      }
      allowDeselect={false}
      nothingFoundMessage={error?.message ?? (loaded ? 'Nothing of this name was charged.' : 'Loading…')}
      aria-busy={(opened && !loaded && !error) || undefined}
      className={classes.identifier}
    />
  );
}
