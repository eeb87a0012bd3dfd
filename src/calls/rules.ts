import { z } from 'zod';
import { isPlace, LONGEST_PLACE } from '#kernel/billing/places.ts';
import { BILL_PROVIDERS, COMMITTING_CLOUDS, RUN_STATES, type CommittingCloud } from '#kernel/billing/runs.ts';
import { MAX_ID } from '#kernel/ids.ts';
import { defineCall } from './call.ts';
import { OF_BILLING } from './runs.ts';
import { reference } from './bill-contents.ts';
import { answeredPool, pooledMove, pools } from './pools.ts';
import { runParams, workedOn } from './runs.ts';
import { asAWhole, currency, flag, idGiven, moment, money, month } from './shapes.ts';

/*
 * The versions of the rules by which billing runs are allocated, and taking one for a run on purpose.
 */

/** A version keeps no more places. */
export const MOST_PLACES = 1000;

const integer = z.int();
const id = z.int().positive().max(MAX_ID);
const proportional = z.strictObject({ split: z.literal('proportional') });
const place = z
  .string()
  .describe('The place that a file gives of what has no account, as exceptions have it.');

/** How what belongs to no account is charged: in proportion to the others, or to a cost center. */
export const shared = z.union([proportional, z.strictObject({ cost_center_id: id })]);

/** Who is charged for purchases and usage without an account, which are never split: each place once. */
export const places = z
  .array(z.strictObject({ place: place.max(LONGEST_PLACE).refine(isPlace), cost_center_id: id }))
  .max(MOST_PLACES)
  .refine((kept) => new Set(kept.map((one) => one.place.toLowerCase())).size === kept.length);

/** How the commitments of a cloud are charged: as they are billed, which is to the buyer, or by effective cost. */
const charged = z.union([
  z.strictObject({ charge: z.literal('buyer') }),
  z.strictObject({ charge: z.literal('effective_cost'), unused_cost_center_id: id.nullish() }),
]);
const ofEachCloud = <T extends z.ZodType>(one: T) =>
  Object.fromEntries(COMMITTING_CLOUDS.map((cloud) => [cloud, one])) as Record<CommittingCloud, T>;

/** Who bears the commitments of each cloud; one that charges to the buyer is as one that is not named. */
export const commitments = z.strictObject(ofEachCloud(charged.optional()));

const COMMITMENTS =
  'Who bears reservations and savings plans: the buyer, as they are billed, or by effective cost who used them, and what nobody used a cost center, or the buyer where that is null.';

const POOLS =
  'Shared cost: whose lines each pool takes, and by what it is split. A line that belongs to several pools is taken by the first.';

const version = z.object({
  version: integer,
  shared: z
    .union([proportional, z.object({ cost_center_id: integer, cost_center: z.string().nullable() })])
    .describe('How what belongs to no account is charged.'),
  places: z
    .array(z.object({ place, cost_center_id: integer, cost_center: z.string().nullable() }))
    .describe('Who is charged for purchases and usage without an account, which are never split.'),
  commitments: z
    .object(
      ofEachCloud(
        z.union([
          z.object({ charge: z.literal('buyer') }),
          z.object({
            charge: z.literal('effective_cost'),
            unused_cost_center_id: integer.nullable(),
            unused_cost_center: z
              .string()
              .nullable()
              .describe('null where none is named, or where it is not there any more.'),
          }),
        ]),
      ),
    )
    .describe(COMMITMENTS),
  pools: z.array(answeredPool).describe(POOLS),
  current: z.boolean().describe('Whether runs that begin now use it.'),
  open_runs: integer.describe('How many open runs use it.'),
  runs: integer.describe('How many runs keep it, whatever their state.'),
  created_by: z.string().describe('Who added it'),
  created_at: moment.nullable().describe('null before the first run.'),
});
/** A version of the rules. */
export type RulesVersion = z.output<typeof version>;

const movePlace = z
  .object({
    company_code: z.string().describe('Company code'),
    gl_account: z.string().describe('GL account'),
    cost_center: z.string().nullable(),
    wbs_element: z.string().nullable(),
  })
  .nullable()
  .describe('null for what nobody is charged for.');
/** From where or to where an amount would go. */
export type MovePlace = z.output<typeof movePlace>;

const move = z.object({ reference, currency, amount: money, from: movePlace, to: movePlace });
/** An amount that a version of the rules would move. */
export type Move = z.output<typeof move>;

const movedRun = z.object({
  id: integer,
  provider: z.enum(BILL_PROVIDERS),
  month,
  state: z.enum(RUN_STATES),
  rules_version: integer.describe('The version that it was allocated by.'),
  moves: z.array(move).describe('The largest first; of many the first hundred.'),
  moves_total: integer.describe('How many moves there are.'),
  pools: z.array(pooledMove).describe('What each pool of these rules would move, by currency.'),
});
/** An open run, and what a version of the rules would move in it. */
export type MovedRun = z.output<typeof movedRun>;

/** All versions of the rules. */
export const listRules = defineCall({
  ...OF_BILLING,
  method: 'GET',
  path: '/billing_rules',
  right: 'see_billing',
  summary: 'List the versions of the billing rules, the newest first',
  success: 'All of them',
  data: z.array(version),
});

const wanted = z.strictObject({
  shared: asAWhole(
    shared,
    'must be { "split": "proportional" }, or { "cost_center_id": … } with the id of a cost center.',
  ),
  places: asAWhole(
    places,
    'must be a list of { "place": …, "cost_center_id": … }, each place once and written as exceptions have it, with the id of a cost center.',
  )
    .optional()
    .describe('By default those of the newest version.'),
  commitments: asAWhole(
    commitments,
    'must be { "aws": …, "azure": …, "gcp": … }, each { "charge": "buyer" } or { "charge": "effective_cost", "unused_cost_center_id": … } with the id of a cost center or null.',
  )
    .optional()
    .describe(COMMITMENTS),
  pools: pools.optional().describe(`${POOLS} By default those of the newest version.`),
  preview: flag
    .default(false)
    .describe('true: nothing is added; what it would move in the open runs is answered.'),
});
/** The input of a version; without `places`, `commitments` or `pools`, those of the newest version are kept. */
export type RulesWanted = Omit<z.output<typeof wanted>, 'preview'>;

/** Adds a version of the rules, or previews what it would move. */
export const addRules = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_rules',
  right: 'run_billing',
  summary: 'Add a version of the billing rules, or preview what it would move',
  description:
    'Runs that begin from now on use it; each of those that are there keeps its own until it takes this one.',
  success: 'It was added',
  status: 201,
  refusals: [409, 422],
  body: wanted,
  wrapper: 'billing_rule',
  data: version,
  preview: {
    member: 'preview',
    success: 'What it would move in the open runs',
    answer: z.object({ data: z.object({ runs: z.array(movedRun) }) }),
  },
});

/** Has an open run allocated anew. */
export const allocateRun = defineCall({
  ...OF_BILLING,
  method: 'POST',
  path: '/billing_runs/:id/allocate',
  right: 'run_billing',
  summary: 'Allocate a billing run anew, by the reference data as they are now and a version of the rules',
  success: 'It is allocated anew',
  status: 202,
  refusals: [404, 409, 422],
  params: runParams,
  body: z.strictObject({
    rules_version: idGiven('must be the number of a version.')
      .nullish()
      .describe('By default the newest one.'),
  }),
  wrapper: 'billing_run',
  data: workedOn,
});
