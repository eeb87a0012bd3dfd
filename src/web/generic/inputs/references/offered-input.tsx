import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TextField } from '#kernel/fields/text.ts';
import { api } from '#web/data/client.ts';
import { inputBasics, textOf, type InputProps } from '../input-props.ts';
import { keepKeysInside } from '../keys.ts';
import { NotOffered } from '../remark-note.tsx';

const TYPING_PAUSE_MS = 200;

/** A line of text, for which a call of the portal finds what there is while one types. */
export function OfferedInput(props: InputProps<TextField>) {
  const { field, value, onChange } = props;
  const typed = textOf(value);
  const [settled] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const [open, setOpen] = useState(false);
  const path = field.offered ?? '/';
  const { data, error } = useQuery({
    queryKey: [path, settled],
    queryFn: ({ signal }) => api.get<{ data: string[] }>(path, { query: { q: settled }, signal }),
    enabled: open,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return (
    <Autocomplete
      {...inputBasics({
        ...props,
        remark: props.remark || (error && <NotOffered names={`${field.label}s`} error={error} />),
      })}
      data={[...new Set(data?.data)]}
      // The server has searched already.
      filter={({ options }) => options}
      openOnFocus={false}
      spellCheck={false}
      value={typed}
      onChange={onChange}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onKeyDown={keepKeysInside}
    />
  );
}
