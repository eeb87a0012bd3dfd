import { z } from 'zod';
import { isPlace, LONGEST_PLACE } from '#kernel/billing/places.ts';
import { CLOUDS } from '#kernel/billing/runs.ts';
import { comeTo } from '#kernel/billing/split.ts';
import { MAX_ID } from '#kernel/ids.ts';
import { currency, money, oneOf, textGiven } from './shapes.ts';

/*
 * Pools of shared cost in a version of the rules: whose lines each takes, and by what it is split.
 */

/** A version has no more pools, of which each may take by a tag, and names no more cost centers in one of them. */
export const MOST_POOLS = 30;
const MOST_TARGETS = 1000;
const LONGEST_NAME = 80;

const integer = z.int();
const CENTER = 'must be the id of a cost center.';
const center = z.int(CENTER).positive(CENTER).max(MAX_ID, CENTER);

/** Whether no two of them are the same. */
const isEachOnce = (all: readonly unknown[]) => new Set(all).size === all.length;

const named = `must be 1 to ${MOST_TARGETS} ids of cost centers, each once.`;
const centers = z.array(center, named).min(1, named).max(MOST_TARGETS, named).refine(isEachOnce, named);

const PERCENT = 'must be a per cent above zero as a text, such as 12.5.';
const percent = z
  .string(PERCENT)
  .trim()
  .regex(/^\d{1,3}(?:\.\d{1,10})?$/, { error: PERCENT, abort: true })
  .refine((text) => /[1-9]/.test(text), PERCENT);

const LIST_OF_SHARES = `must be 1 to ${MOST_TARGETS} shares, each with a cost center and a per cent.`;
const shares = z
  .array(z.strictObject({ cost_center_id: center, percent }), LIST_OF_SHARES)
  .min(1, LIST_OF_SHARES)
  .max(MOST_TARGETS, LIST_OF_SHARES)
  .refine((all) => isEachOnce(all.map(({ cost_center_id: id }) => id)), 'must name each cost center once.')
  .refine(
    (all) =>
      comeTo(
        all.map((one) => one.percent),
        '100',
      ),
    'must come to exactly 100 per cent.',
  );

const SOURCES = 'must be account, service, tag or purchase.';
const source = z.discriminatedUnion(
  'by',
  [
    z.strictObject({ by: z.literal('account'), account: textGiven(255) }),
    z.strictObject({ by: z.literal('service'), provider: oneOf(CLOUDS), service: textGiven(500) }),
    z.strictObject({ by: z.literal('tag'), key: textGiven(255), value: textGiven(255) }),
    z.strictObject({
      by: z.literal('purchase'),
      place: textGiven(LONGEST_PLACE).refine(
        isPlace,
        'must be written as exceptions have it, such as No account: Billing account 7000008, invoice section S.',
      ),
    }),
  ],
  SOURCES,
);

const SPLITS = 'must be even, fixed, spend or metric.';
const split = z.discriminatedUnion(
  'by',
  [
    z.strictObject({ by: z.literal('even'), cost_center_ids: centers }),
    z.strictObject({ by: z.literal('fixed'), shares }),
    z.strictObject({
      by: z.literal('spend'),
      cost_center_ids: centers.nullable().default(null).describe('null for all cost centers.'),
    }),
    z.strictObject({ by: z.literal('metric'), metric: textGiven(100) }),
  ],
  SPLITS,
);

const pool = z.strictObject({
  name: textGiven(LONGEST_NAME).refine((name) => !name.includes('→'), 'must have no arrow in it.'),
  source,
  split,
});
/** A pool of shared cost. */
export type Pool = z.output<typeof pool>;
export type PoolSource = Pool['source'];
export type PoolSplit = Pool['split'];

const LIST = `must be a list of at most ${MOST_POOLS} pools.`;

/** The pools of a version, the first of which takes a line that belongs to several. */
export const pools = z
  .array(pool, LIST)
  .max(MOST_POOLS, LIST)
  .superRefine((all, context) => {
    const names = all.map(({ name }) => name.toLowerCase());
    for (const [at, name] of names.entries())
      if (names.indexOf(name) < at)
        context.addIssue({
          code: 'custom',
          path: [at, 'name'],
          message: 'must be another one than those before it.',
        });
  });

const calledCenter = z
  .object({ cost_center_id: integer, cost_center: z.string().nullable() })
  .describe('cost_center is null where it is not there any more.');

/** A pool as a version answers it. */
export const answeredPool = z.object({
  name: z.string(),
  source,
  split,
  cost_centers: z
    .array(calledCenter)
    .describe('The cost centers that its split names, by their identifiers.'),
});
export type AnsweredPool = z.output<typeof answeredPool>;

/** What a pool would move in an open run, in one currency. */
export const pooledMove = z.object({
  pool: z.string().describe('Its name'),
  currency,
  amount: money.describe('What it takes.'),
  sum: money.describe('What everybody gives and gets together: 0.'),
  problem: z
    .string()
    .nullable()
    .describe('Why nobody is charged for it, or it takes nothing, as a sentence.'),
  places: z
    .array(
      z.object({
        account: z
          .string()
          .nullable()
          .describe('The account from which the pool takes; null for who bears a part.'),
        charged_to: z
          .string()
          .nullable()
          .describe('The cost center or WBS element; null for what nobody is charged for.'),
        amount: money.describe('Below zero for what leaves.'),
      }),
    )
    .describe('From whom the pool takes, and then who bears it; of many the first hundred each.'),
  left_out: integer.describe('How many more there are.'),
});
export type PooledMove = z.output<typeof pooledMove>;

/** The part of a pool in a posting. */
export const poolShare = z.object({
  pool: z.string().describe('Its name'),
  split: z.enum(['even', 'fixed', 'spend', 'metric']),
  metric: z.string().nullable(),
  named: z.string().nullable().describe('The cost center that the rules or the metric name.'),
  percent: z
    .string()
    .describe('Of what the pool took of the invoice, with at most 4 digits after the point.'),
  weight: z.string().describe('Its seats, for example, its spend, its per cent, or 1.'),
  weights: z.string().describe('Those of all together.'),
  amount: money,
  whole: money.describe('What the pool took of the invoice.'),
  rounding: money.describe('By how much it differs from its share that is rounded by itself.'),
  lines: integer.describe('How many lines the pool took of the invoice.'),
  words: z.string().describe('All of this as a sentence.'),
});
export type PoolShare = z.output<typeof poolShare>;
