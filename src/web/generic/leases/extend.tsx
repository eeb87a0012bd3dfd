import { IconCalendarPlus } from '@tabler/icons-react';
import { extensionFields, type AccountLease } from '#calls/account-leases.ts';
import type { InputOf } from '#calls/call.ts';
import type { extendLease } from '#calls/account-leases.ts';
import { formatDay } from '#kernel/dates.ts';
import { change } from '#web/data/call.ts';
import type { Action } from '../additions/additions.ts';

/** An account with whose lease something is done. */
export interface AboutLease {
  row: { id: number };
}

/** What an extension may reach, and what becomes of a frozen account. */
function textOf({ latest_day: latest, ends_on: end, may_release: releases }: AccountLease): string {
  const until = `Its last day is ${formatDay(end)}. It can be extended to ${formatDay(latest ?? end)} at most.`;
  return releases ? `${until} The lease has frozen the account, which can be released with it.` : until;
}

/**
 * Extends a lease within its terms, and has the account released that it froze.
 * @param call by which it is extended: that of the desk, or that of owners
 */
export function extendAction(
  call: typeof extendLease,
  lease: AccountLease,
  right: 'operate' | null,
): Action<AboutLease> {
  const { release, ...always } = extensionFields;
  return {
    label: 'Extend',
    icon: <IconCalendarPlus size={16} aria-hidden />,
    right,
    offered: () => lease.latest_day !== null,
    dialog: {
      title: `Extend the Lease of ${lease.account.name}`,
      text: () => textOf(lease),
      fields: lease.may_release ? { ...always, release } : always,
      start: () => ({ ends_on: lease.latest_day, ...(lease.may_release && { release: true }) }),
      submit: 'Extend Lease',
      failed: 'The lease could not be extended.',
      run: async ({ row: { id }, values }, { once }) => {
        const body = { id, ...values } as InputOf<typeof extendLease>;
        await once([call.path, id, values], (intent) => change(call, body, intent));
        return { notice: 'The lease has been extended!' };
      },
    },
  };
}
