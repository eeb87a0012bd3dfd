import { IconCalendarDue, IconCalendarOff } from '@tabler/icons-react';
import { extendLease, removeLease, setLease, type AccountLease } from '#calls/account-leases.ts';
import type { InputOf } from '#calls/call.ts';
import { leaseFields, leaseReason } from '#resources/account-leases.ts';
import { change } from '#web/data/call.ts';
import type { Action } from '#web/generic/additions/additions.ts';
import { extendAction, type AboutLease } from '#web/generic/leases/extend.tsx';

/** What the dialog begins with: the terms as they are. */
const startOf = ({ ends_on, limit, close_after_days, extension_days, most_days }: AccountLease) => ({
  ends_on,
  limit_amount: limit?.amount ?? null,
  limit_currency: limit?.currency ?? null,
  close_after_days,
  extension_days,
  most_days,
});

/** Sets a lease, or sets it anew. @param name of the account */
const setAction = (lease: AccountLease | null, name: string): Action<AboutLease> => ({
  label: lease ? 'Change Lease' : 'Set Lease',
  icon: <IconCalendarDue size={16} aria-hidden />,
  right: 'operate',
  offered: () => lease?.state !== 'closed',
  dialog: {
    title: lease ? `Change the Lease of ${name}` : `Set a Lease for ${name}`,
    text: () =>
      lease?.ended
        ? 'The lease begins to run again with what is set here. A frozen account stays frozen until it is released.'
        : 'Owner and desk get a mail now, and again before the end.',
    fields: leaseFields,
    ...(lease && { start: () => startOf(lease) }),
    submit: lease ? 'Change Lease' : 'Set Lease',
    failed: 'The lease could not be set.',
    run: async ({ row: { id }, values }, { once }) => {
      const body = { id, ...values, lock_version: lease?.lock_version ?? null } as InputOf<typeof setLease>;
      await once([setLease.path, body], (intent) => change(setLease, body, intent));
      return { notice: 'The lease has been set!' };
    },
  },
});

/** What can be done with the lease of an account, or where it has none. @param name of the account */
export const leaseActions = (lease: AccountLease | null, name: string): Action<AboutLease>[] =>
  lease ? actionsOf(lease, name) : [setAction(null, name)];

const actionsOf = (lease: AccountLease, name: string): Action<AboutLease>[] => [
  extendAction(extendLease, lease, 'operate'),
  setAction(lease, name),
  {
    label: 'Remove Lease',
    icon: <IconCalendarOff size={16} aria-hidden />,
    right: 'operate',
    offered: () => lease.state !== 'closed',
    dialog: {
      title: `Remove the Lease of ${name}`,
      text: () =>
        'Nothing ends the account by itself any more, and what its end began is cancelled. A frozen account stays frozen.',
      fields: { reason: leaseReason },
      submit: 'Remove Lease',
      failed: 'The lease could not be removed.',
      run: async ({ row: { id }, values }, { once }) => {
        const body = { id, reason: String(values['reason'] ?? '') };
        await once([removeLease.path, body], (intent) => change(removeLease, body, intent));
        return { notice: 'The lease has been removed!' };
      },
    },
  },
];
