import { z } from 'zod';
import { ANOMALY_KINDS, ANOMALY_STATES } from '#kernel/billing/anomalies.ts';
import { FETCHED_CLOUDS } from '#kernel/billing/sources.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { defineCall, defineFileCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import {
  currency,
  day,
  dayGiven,
  idOf,
  moment,
  money,
  oneOrAll,
  pageMembers,
  pageMeta,
  searchText,
  textGiven,
} from './shapes.ts';

/*
 * What is unusual in the costs of the running month, and what is known of it and muted.
 */

const OF_ANOMALIES = { ...OF_BILLING, tag: 'Anomalies', method: 'GET', right: 'see_billing' } as const;

const integer = z.int();
const textOrNull = z.string().nullable();
const LONGEST_REASON = 500;
const LONGEST_PATTERN = 200;

/** What is unusual in the costs of a service of an account. */
export const anomaly = z.object({
  id: integer,
  kind: z.enum(ANOMALY_KINDS),
  state: z.enum(ANOMALY_STATES),
  provider: z.enum(FETCHED_CLOUDS),
  identifier: z.string().describe('The account, subscription or project.'),
  name: textOrNull.describe('What the inventory calls it.'),
  cloud_parent_id: integer.nullable().describe('null where the inventory has none.'),
  service: textOrNull.describe('null where the export names none.'),
  first_day: day,
  last_day: day.describe('The last day that was unusual so far.'),
  currency,
  cost: money.describe('What these days cost.'),
  expected: money.describe('What is usual for them: an estimate.'),
  beyond: money.describe('The difference.'),
  owner_email: textOrNull.describe('Who owns the account by the inventory.'),
  owner_name: textOrNull,
  cloud_contact_id: integer.nullable().describe('The owner, where the portal knows them.'),
  acknowledged: z
    .object({ by: z.string(), name: textOrNull, at: moment, reason: z.string() })
    .nullable()
    .describe('Who looked at it, and what they said.'),
  found_at: moment,
  told_at: moment.nullable().describe('When it was reported by mail.'),
});
export type Anomaly = z.output<typeof anomaly>;

const filter = {
  by_state: oneOrAll(ANOMALY_STATES).describe('In which state; by default all.'),
  by_kind: oneOrAll(ANOMALY_KINDS).describe('Of which kind; by default all.'),
  provider: oneOrAll(FETCHED_CLOUDS).describe('Of which cloud; by default all.'),
  q: searchText.describe('A part of an account, its name or its owner, or of a service.'),
};

/** The anomalies. */
export const listAnomalies = defineCall({
  ...OF_ANOMALIES,
  path: '/anomalies',
  summary: 'List the costs of the running month that are beyond what is usual',
  description:
    'A day is held against the same weekdays of the eight weeks before. An anomaly ends once its days are usual again.',
  success: 'A page of them, the newest first',
  query: z.strictObject({ ...filter, ...pageMembers }),
  data: z.array(anomaly),
  meta: pageMeta.extend({
    states: z
      .object({ open: integer, acknowledged: integer, muted: integer, ended: integer })
      .describe('How many there are of each state, whatever the filter by state is.'),
    reading: z
      .object({
        under_way: z
          .boolean()
          .describe('Whether the running month is being read, and looked through after that.'),
        read: z.boolean().describe('Whether anything of the running month was read so far.'),
        failed: textOrNull.describe(
          'Why the last reading gave nothing, or not of every cloud; null where it did.',
        ),
      })
      .describe('What is known by now: where nothing is listed, nothing is unusual only in what was read.'),
  }),
});

/** The columns of the file. */
export const ANOMALY_COLUMNS = [
  'state',
  'kind',
  'provider',
  'identifier',
  'name',
  'service',
  'first_day',
  'last_day',
  'cost',
  'expected',
  'beyond',
  'currency',
  'owner_email',
  'acknowledged_by',
  'reason',
] as const;

/** The same as a file. */
export const anomaliesCsv = defineFileCall({
  ...OF_ANOMALIES,
  path: '/anomalies.csv',
  weight: 'heavy',
  summary: 'Download the costs that are beyond what is usual as CSV',
  success: 'CSV',
  query: z.strictObject(filter),
  file: 'text/csv',
  columns: ANOMALY_COLUMNS.map(headingOf),
});

const CHANGES = { ...OF_ANOMALIES, right: 'run_billing', refusals: [404, 422] } as const;
const reason = textGiven(LONGEST_REASON).describe('Why it is as it should be, or what is done about it.');

/** Says that somebody looked at one. */
export const acknowledgeAnomaly = defineCall({
  ...CHANGES,
  method: 'POST',
  path: '/anomalies/:id/acknowledge',
  summary: 'Say that an anomaly was looked at, and why it is as it is',
  success: 'The anomaly',
  params: z.strictObject({ id: idOf('Anomaly') }),
  body: z.strictObject({ reason }),
  wrapper: 'anomaly',
  data: anomaly,
});

const mute = z.object({
  id: integer,
  account: z.string().describe('The id or the name of accounts; a star stands for any text.'),
  service: z.string().describe('A service; a star stands for any text.'),
  until: day.describe('The last muted day.'),
  reason: z.string(),
  created_by: z.string(),
  created_at: moment,
});
/** What is muted until a day. */
export type AnomalyMute = z.output<typeof mute>;

/** The mutes that have not ended. */
export const listMutes = defineCall({
  ...OF_ANOMALIES,
  path: '/anomaly_mutes',
  summary: 'List which anomalies are muted, and until when',
  success: 'The mutes that have not ended, by their last day',
  data: z.array(mute),
});

const pattern = textGiven(LONGEST_PATTERN);

/** Mutes a pattern. */
export const addMute = defineCall({
  ...CHANGES,
  method: 'POST',
  path: '/anomaly_mutes',
  summary: 'Mute the anomalies of some accounts and services until a day: no mail reports them',
  success: 'The mute',
  status: 201,
  body: z.strictObject({
    account: pattern.describe('The id or the name of accounts; a star stands for any text.'),
    service: pattern.describe('A service; a star stands for any text.'),
    until: dayGiven.describe('The last muted day.'),
    reason,
  }),
  wrapper: 'anomaly_mute',
  data: mute,
});

/** Ends a mute. */
export const removeMute = defineCall({
  ...CHANGES,
  method: 'DELETE',
  path: '/anomaly_mutes/:id',
  summary: 'End a mute',
  success: 'The mute that was ended',
  params: z.strictObject({ id: idOf('Mute') }),
  data: mute,
});
