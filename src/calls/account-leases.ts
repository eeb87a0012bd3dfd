import { z } from 'zod';
import { boolean } from '#kernel/fields/boolean.ts';
import { date } from '#kernel/fields/date.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { leaseFields, leaseReason, leaseStates } from '#resources/account-leases.ts';
import { defineCall } from './call.ts';
import { fieldGiven, fieldMembers, versionGiven } from './fields.ts';
import {
  currency,
  day,
  flag,
  idOf,
  moment,
  money,
  oneOrAll,
  pageMembers,
  pageMeta,
  searchText,
  totals,
} from './shapes.ts';

/*
 * Until when an account is lent, what it may cost until then, and what comes of that.
 */

const [one] = cloudParents.label;
const OF_LEASES = { tag: 'Cloud Factory', topic: cloudDeployments.name } as const;
const params = z.strictObject({ id: idOf(one) });
const textOrNull = z.string().nullable();

const lease = z
  .object({
    account: z.object({
      id: z.int().describe('The id of the cloud parent.'),
      identifier: z.string(),
      name: z.string().describe('What people call it.'),
      provider_type: z.string(),
      owner: textOrNull.describe('The address that its owner tag has.'),
    }),
    state: z
      .enum(leaseStates)
      .describe('running; ended: it is over and not frozen; frozen or closed, as the account is since.'),
    starts_on: day.describe('From this day on costs count.'),
    ends_on: day.describe('Its last day, by UTC.'),
    agreed_end: day.describe('The last day that the desk set.'),
    ended: z
      .object({
        on: day,
        for: z.enum(['end', 'spend']).describe('Its last day passed, or the limit was reached.'),
      })
      .nullable(),
    limit: z.object({ amount: money, currency }).nullable(),
    spent: z
      .object({
        amount: money,
        percent: z.string().describe('Of the limit, with one digit after the point.'),
        others: totals.describe('What it costs in other currencies, which does not count.'),
      })
      .nullable()
      .describe(
        'What it costs since the first day: booked where that is known, else by the exports. null without a limit.',
      ),
    close_after_days: z.int().nullable(),
    extension_days: z.int(),
    most_days: z.int(),
    latest_day: day.nullable().describe('Until when it can be extended now; null: not at all.'),
    no_extension: textOrNull.describe('Why it cannot be extended now, in words.'),
    may_release: z
      .boolean()
      .describe('Whether an extension can have the account released, which the lease froze.'),
    coming: z
      .array(z.object({ day, what: z.string() }))
      .describe('What comes by itself, in this order; none of it where something else is done first.'),
    problem: textOrNull.describe('Why what its end begins could not be begun; it is tried again.'),
    freeze: z.int().nullable().describe('The deployment that its end began.'),
    closure: z.int().nullable().describe('The deployment by which the portal requested its closure.'),
    set_by: z.string(),
    set_at: moment,
    lock_version: z.int(),
  })
  .meta({ id: 'account_lease', title: 'Lease of an account' });
/** The lease of an account, and what comes of it. */
export type AccountLease = z.output<typeof lease>;

/** What the list is narrowed to: what needs a look, or one state. */
export const leaseFilters = ['due', ...leaseStates] as const;
export type LeaseFilter = (typeof leaseFilters)[number];

/** All leases by their end. */
export const listLeases = defineCall({
  ...OF_LEASES,
  method: 'GET',
  path: '/account_leases',
  right: { model: cloudParents.name, action: 'read' },
  summary: 'List the leases of accounts',
  description:
    'due: those that end within 14 days, and those that have ended while the account is not frozen.',
  success: 'A page of them, what ends first comes first',
  query: z.strictObject({
    by_state: oneOrAll(leaseFilters),
    q: searchText.describe('A part of an account, its name or its owner.'),
    ...pageMembers,
  }),
  data: z.array(lease),
  meta: pageMeta,
});

/** The lease of one account. */
export const readLease = defineCall({
  ...OF_LEASES,
  method: 'GET',
  path: '/cloud_parents/:id/lease',
  right: { model: cloudParents.name, action: 'read' },
  summary: 'Read the lease of an account, and what comes of it',
  success: 'Its lease; null where it has none',
  refusals: [404],
  params,
  data: z.object({ lease: lease.nullable() }),
});

/** Sets it, or sets it anew. */
export const setLease = defineCall({
  ...OF_LEASES,
  right: 'run_factory',
  method: 'PUT',
  path: '/cloud_parents/:id/lease',
  summary: 'Set the lease of an account, or set it anew',
  description:
    'Owner and desk get a mail. What an end before has begun and is not over is cancelled. What may be added by extensions counts ' +
    'from the day that is set.',
  success: 'As it is now',
  refusals: [404, 409, 422],
  params,
  body: z.strictObject({ ...fieldMembers(leaseFields, 'create'), lock_version: versionGiven }),
  data: z.object({ lease }),
});

/** The input of an extension, as dialogs ask for it. */
export const extensionFields = {
  ends_on: date('Last Day'),
  reason: leaseReason,
  release: boolean('Release the account'),
} as const;

const extension = z.strictObject({
  ends_on: fieldGiven('ends_on', extensionFields.ends_on).describe(
    'The new last day, within what latest_day says.',
  ),
  reason: fieldGiven('reason', extensionFields.reason),
  release: flag
    .default(false)
    .describe(
      'Whether the account is released, where the lease has frozen it: by a deployment, as on its page.',
    ),
});
const EXTENDED = {
  success: 'As it is now',
  refusals: [404, 409, 422],
  params,
  body: extension,
  data: z.object({ lease }),
} as const;

/** Extends it. */
export const extendLease = defineCall({
  ...OF_LEASES,
  ...EXTENDED,
  right: 'run_factory',
  method: 'POST',
  path: '/cloud_parents/:id/lease/extension',
  summary: 'Extend the lease of an account, within what its terms allow',
});

/** Takes it away. */
export const removeLease = defineCall({
  ...OF_LEASES,
  right: 'run_factory',
  method: 'POST',
  path: '/cloud_parents/:id/lease/removal',
  summary: 'Remove the lease of an account: nothing ends it by itself any more',
  description: 'What its end has begun and is not over is cancelled. An account that is frozen stays so.',
  success: 'It has none',
  refusals: [404, 409, 422],
  params,
  body: z.strictObject({ reason: fieldGiven('reason', leaseReason) }),
  data: z.object({ lease: z.null() }),
});

const OF_MINE = { tag: 'My cloud', topic: 'my leases', right: 'signed_in', owners: 'self' } as const;

/** The leases that are listed of one's own. */
export const MOST_MY_LEASES = 200;

/** The leases of one's own accounts. */
export const listMyLeases = defineCall({
  ...OF_MINE,
  method: 'GET',
  path: '/my_cloud/leases',
  summary: 'List until when accounts in one’s name are lent',
  description: `Of accounts that are not closed; at most ${MOST_MY_LEASES}.`,
  success: 'What ends first comes first',
  data: z.array(lease),
});

/** Extends one of one's own. */
export const extendMyLease = defineCall({
  ...OF_MINE,
  ...EXTENDED,
  method: 'POST',
  path: '/my_cloud/leases/:id/extension',
  summary: 'Extend the lease of an account in one’s name, within what its terms allow',
});
