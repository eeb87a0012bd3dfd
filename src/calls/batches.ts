import { z } from 'zod';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { deedKinds } from '#resources/account-life.ts';
import { cloudDeployments, deploymentStates } from '#resources/cloud-deployments.ts';
import { cloudRequests } from '#resources/cloud-requests/all.ts';
import { defineCall, defineFileCall } from './call.ts';
import { fieldGiven } from './fields.ts';
import { refusedFile } from './imports.ts';
import { fileGiven, flag, idOf, isStorable, moment, oneOf, pageMembers, pageMeta } from './shapes.ts';

/*
 * Batches: many requests for accounts of one kind from a worksheet, or many accounts that are adopted. Each becomes a deployment like
 * any other, which carries its batch.
 */

/** The events of deployments are those of their batches. */
export const OF_BATCHES = {
  tag: 'Cloud Factory',
  topic: cloudDeployments.name,
  right: 'run_factory',
} as const;
const integer = z.int();
const textOrNull = z.string().nullable();

/** The kinds of requests that a worksheet may hold. */
const BATCH_KINDS = cloudRequests.map(({ name }) => name) as [string, ...string[]];

/** So many requests may be in one worksheet. */
export const MOST_IN_BATCH = 100;

/** What a worksheet for requests may be written as. */
const SHEET_FORMATS = ['xlsx', 'csv'] as const;

/** An empty worksheet. */
export const batchSheet = defineFileCall({
  ...OF_BATCHES,
  method: 'GET',
  path: '/request_batches/worksheet',
  summary: 'Download an empty worksheet for requests of one kind',
  description: 'Its columns are the fields of the form. Those with * must be filled in.',
  success: 'The worksheet',
  file: 'application/octet-stream',
  query: z.strictObject({ kind: oneOf(BATCH_KINDS), format: oneOf(SHEET_FORMATS).default('xlsx') }),
});

const counts = z
  .object(
    Object.fromEntries(deploymentStates.map((state) => [state, integer])) as Record<
      (typeof deploymentStates)[number],
      z.ZodInt
    >,
  )
  .describe('How many of its requests are in each state.');

const batch = z.object({
  id: integer,
  kind: oneOf([...BATCH_KINDS, deedKinds.adopt]),
  file_name: z.string().describe('The worksheet, or what is requested where there was none'),
  reason: textOrNull.describe('The reason, where all requests have the same one'),
  requested_by: z.string().describe('The address of who sent it'),
  created_at: moment,
  left_out: integer.describe('Rows that were wrong, and were left out.'),
  decision: z.enum(['approved', 'declined']).nullable().describe('null where nobody has decided, or has to.'),
  decided_by: textOrNull,
  decision_reason: textOrNull,
  decided_at: moment.nullable(),
  requests: integer.describe('How many requests it became'),
  counts,
});
/** A batch, and how far it is. */
export type RequestBatch = z.output<typeof batch>;

const row = z.object({
  id: integer.describe('The id of its cloud deployment'),
  name: z.string(),
  state: oneOf(deploymentStates),
  identifier: textOrNull,
  cost_center: textOrNull,
  owner: textOrNull,
  error: textOrNull,
});
/** A request of a batch. */
export type BatchRow = z.output<typeof row>;

/** The shape of a batch with its requests. */
export const batchInFull = batch.extend({
  rows: z.array(row).describe('Its requests, in the order in which they were requested.'),
});
/** A batch with its requests. */
export type BatchInFull = z.output<typeof batchInFull>;

/** The batches. */
export const listBatches = defineCall({
  ...OF_BATCHES,
  method: 'GET',
  path: '/request_batches',
  summary: 'List the batches of requests',
  success: 'A page of them, the newest first',
  query: z.strictObject(pageMembers),
  data: z.array(batch),
  meta: pageMeta,
});

const params = z.strictObject({ id: idOf('Batch') });

/** One batch. */
export const readBatch = defineCall({
  ...OF_BATCHES,
  method: 'GET',
  path: '/request_batches/:id',
  summary: 'Read a batch with its requests',
  success: 'As it is now',
  refusals: [404],
  params,
  data: batchInFull,
});

const wrong = z.object({
  field: z.string(),
  column: z.string().describe('The heading of its column'),
  message: z.string().describe('What is wrong'),
});

const checkedRow = z.object({
  row: integer.describe('As people see the file: the header is row 1.'),
  name: z.string().describe('What would be made; empty where the row does not say it.'),
  cost_center: textOrNull,
  owner: textOrNull,
  errors: z.array(wrong),
});
/** A row of a worksheet as it was checked. */
export type CheckedRow = z.output<typeof checkedRow>;

const preview = z.object({
  data: z.object({
    rows: z.array(checkedRow),
    valid: integer.describe('How many rows nothing is wrong with'),
    ignored_columns: z.array(z.string()),
    approval: z.boolean().describe('Whether somebody else than the requester decides about it'),
    unchecked: textOrNull.describe('Why the cloud could not check all rows; null where it was.'),
  }),
});
/** What would become of a worksheet. */
export type BatchPreview = z.output<typeof preview>['data'];

const NAME = 'must be the name of the file, of 1 to 255 characters without a line break.';

const isOneLine = (name: string): boolean =>
  /^[^\p{Cc}\u2028\u2029]{1,255}$/u.test(name) && name.length <= 255 && isStorable(name);

/** Requests what the rows of a worksheet say. */
export const beginBatch = defineCall({
  ...OF_BATCHES,
  method: 'POST',
  path: '/request_batches',
  weight: 'upload',
  fileMember: 'file',
  summary: 'Request an account for each row of a worksheet',
  description:
    'Each row is held against the rules of the form, and becomes a cloud deployment that carries the batch: all of them in one ' +
    'transaction, or none. With dry_run nothing is requested: 200 has each row, and what is wrong with it. A worksheet with ' +
    'wrong rows is refused, unless only_valid leaves these out.',
  success: 'They are requested',
  status: 202,
  refusals: [409, 413, refusedFile],
  body: z.strictObject({
    kind: oneOf(BATCH_KINDS),
    file: fileGiven.describe(`The worksheet (CSV or XLSX) of at most ${MOST_IN_BATCH} rows, in base64.`),
    // It stands in mails to others, who take each line for the portal's own.
    file_name: z.string(NAME).trim().refine(isOneLine, NAME),
    encoding: oneOf(OTHER_ENCODINGS.map(({ name }) => name))
      .optional()
      .describe('Of a CSV file that is no Unicode.'),
    only_valid: flag.default(false).describe('Leave out the rows that are wrong.'),
    dry_run: flag.default(false).describe('Request nothing, and answer what would be requested.'),
  }),
  wrapper: 'request_batch',
  data: batchInFull,
  preview: { success: 'Each row, and what is wrong with it', answer: preview },
});

const decision = {
  ...OF_BATCHES,
  method: 'POST',
  success: 'As it is now',
  status: 202,
  refusals: [404, 409, 422],
  params,
  wrapper: 'request_batch',
  body: z.strictObject({
    reason: fieldGiven('reason', longText('Reason', { max: 2000 })).describe(
      'Why; the history of each request keeps it.',
    ),
  }),
  data: batchInFull,
} as const;

/** Approves all requests of a batch that wait for it. */
export const approveBatch = defineCall({
  ...decision,
  path: '/request_batches/:id/approve',
  summary: 'Approve what waits of a batch of requests',
  description: `For somebody else than the requester, and of all or none: each is held against today's rules first. What may not be made is declined by itself, as a ${cloudDeployments.label[0].toLowerCase()}.`,
});

/** Declines all requests of a batch that wait for approval. */
export const declineBatch = defineCall({
  ...decision,
  path: '/request_batches/:id/decline',
  summary: 'Decline what waits of a batch of requests',
  description: 'For somebody else than the requester; they are cancelled then.',
});
