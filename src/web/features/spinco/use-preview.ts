import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ChangePreview } from '#calls/security-groups.ts';
import { previewQuery } from '#web/data/security-groups.ts';
import { useFormValues } from '#web/generic/editing/use-form-state.ts';
import { loadOf } from '#web/generic/use-load.ts';
import type { Load } from '#web/ui/pages/loaded.tsx';
import { inputOf, listOf, type SpincoFormState } from './spinco-form-state.ts';

/** The portal is called once nobody typed for so long. */
const PAUSE_MS = 500;

/** Looks up whom a change would be about while it is filled in; null while nobody is named. */
export function usePreview(formState: SpincoFormState): {
  preview: Load<ChangePreview> | null;
  /** Entries that are no users by themselves. */
  wrong: readonly string[];
  /** The reason why the typed group cannot be changed. */
  group: string | null;
} {
  const values = useFormValues(formState);
  const [settled] = useDebouncedValue(values, PAUSE_MS);
  const list = useMemo(() => listOf(settled), [settled]);
  const { securityGroupName } = inputOf(settled);
  const isBegun = list.users.length > 0 || securityGroupName !== '';
  const input = { securityGroupName, users: list.users.join('; ') };
  const answer = useQuery({ ...previewQuery(input), enabled: isBegun, placeholderData: keepPreviousData });
  const isCurrent = inputOf(values).securityGroupName === securityGroupName && !answer.isPlaceholderData;
  const problem = answer.data?.errors.find(({ field }) => field === 'securityGroupName')?.message ?? null;
  return {
    preview: isBegun && list.users.length > 0 ? loadOf(answer) : null,
    wrong: inputOf(settled).users.trim() === '' ? [] : list.errors.map(({ message }) => message),
    group: isCurrent && securityGroupName !== '' ? problem : null,
  };
}
