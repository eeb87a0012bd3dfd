import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readCharged } from '#calls/factory.ts';
import type { FollowsFromCharged } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { queryOf } from '#web/data/call.ts';
import type { FormState } from '../editing/form-state-types.ts';
import { useFormValues } from '../editing/use-form-state.ts';
import { textOf } from '../inputs/input-props.ts';

/** Who is charged by a name; no request is made while it is empty. */
export const chargedQuery = (name: string) => ({
  ...queryOf(readCharged, { identifier: name }),
  enabled: name !== '',
  staleTime: 30_000,
});

const TYPING_PAUSE_MS = 200;

/** What follows from a cost center in a form. */
interface Following {
  /** The name of whoever pays, among the values of the form; empty without any. */
  nameIn: (values: Values) => string;
  /** The values that follow, by field. */
  follow: (charged: FollowsFromCharged) => Values;
}

/**
 * Has the fields that follow from the chosen cost center filled, as soon as that is known.
 * @returns of a field with such a value, the cost center that it follows from; null for what a person gave
 */
export function useFollowing<T>(formState: FormState<T>, { nameIn, follow }: Following) {
  const values = useFormValues(formState);
  const name = nameIn(values);
  const [settled] = useDebouncedValue(name, TYPING_PAUSE_MS);
  const { data: charged } = useQuery(chargedQuery(settled));
  const isKnown = charged !== undefined && charged !== null && settled === name;
  const following = isKnown ? follow(charged) : {};
  const byHand = formState.byHand();
  const waits = Object.keys(following).some(
    (field) => !byHand.includes(field) && textOf(values[field]) !== textOf(following[field]),
  );
  // An answer that came while something else was typed is taken over with the next key.
  useEffect(() => {
    if (waits) formState.leave();
  }, [waits, values, formState]);
  return (field: string): string | null => {
    const value = following[field];
    const follows = typeof value === 'string' && values[field] === value && !byHand.includes(field);
    return follows && isKnown ? charged.cost_center : null;
  };
}
