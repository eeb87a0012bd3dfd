import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { choiceName } from '#kernel/fields/choice.ts';
import { adPermissionSets, type AdPermissionSet } from '#resources/ad-permission-sets.ts';
import { listQuery } from '#web/data/queries.ts';

/** How many are offered at once; the rest is found by typing. */
const OFFERED = 30;
/** The pause in typing after which the server is called. */
const PAUSE_MS = 150;

interface SetChoiceProps {
  label: string;
  /** The one that is chosen, once it is known. */
  chosen: AdPermissionSet | undefined;
  onChange: (id: number) => void;
}

const optionOf = ({ id, name, provider_type: cloud }: AdPermissionSet) => ({
  value: String(id),
  label: `${name} · ${choiceName(adPermissionSets.fields.provider_type, cloud)}`,
});

/** One of the permission sets, found by typing. */
export function SetChoice({ label, chosen, onChange }: SetChoiceProps) {
  const [text, setText] = useState('');
  const own = chosen && optionOf(chosen);
  const [typed] = useDebouncedValue(text, PAUSE_MS);
  const q = typed === own?.label ? '' : typed.trim();
  const { data, isFetching, error } = useQuery({
    ...listQuery(adPermissionSets.name, { q, page: 1, per_page: OFFERED }),
    placeholderData: keepPreviousData,
  });
  const found = ((data?.data ?? []) as unknown as AdPermissionSet[]).map(optionOf);
  const choices = own && !found.some(({ value }) => value === own.value) ? [own, ...found] : found;
  return (
    <Select
      label={label}
      placeholder="Choose a permission set"
      searchable
      // Typing replaces what was chosen.
      onFocus={({ currentTarget }) => currentTarget.select()}
      allowDeselect={false}
      data={choices}
      // A set that was found by any of its texts is offered, whatever its name.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? 'Searching…' : (error?.message ?? 'No permission set matches.')}
      value={own?.value ?? null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(value) => value !== null && onChange(Number(value))}
    />
  );
}
