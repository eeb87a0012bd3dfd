import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listQuery } from '#web/data/queries.ts';
import type { ScheduleFormState } from './use-schedule-form.ts';

const OFFERED = 20;
const TYPING_PAUSE_MS = 200;

/** Who gets it: members are offered while one types, and any address can be typed. */
export function RecipientsInput({ form: { values, set, wrongAt, saving } }: { form: ScheduleFormState }) {
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const { data } = useQuery({
    ...listQuery('members', { q: sought, page: 1, per_page: OFFERED, sort: 'email' }),
    enabled: sought !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  const members = data?.data.flatMap(({ email }) => (typeof email === 'string' ? [email] : [])) ?? [];
  return (
    <TagsInput
      label="Recipients"
      description="Members are offered by name or address; other addresses can be typed."
      required
      inputMode="email"
      spellCheck={false}
      splitChars={[';', ',', ' ']}
      acceptValueOnBlur
      // The server has searched already, in the names as well.
      data={sought === '' ? [] : members}
      filter={({ options }) => options}
      maxDropdownHeight={280}
      searchValue={typed}
      onSearchChange={setTyped}
      value={values.recipients}
      error={wrongAt('recipients')}
      disabled={saving}
      onChange={(recipients) => set({ recipients })}
    />
  );
}
