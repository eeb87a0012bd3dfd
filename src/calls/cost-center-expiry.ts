import { z } from 'zod';
import { costCenters } from '#resources/cost-centers.ts';
import { defineCall } from './call.ts';
import { currency, idOf, month } from './shapes.ts';

/*
 * The effects of the expiry of a cost center.
 */

const [one, many] = costCenters.label;
/** The members of the calls about one cost center. */
export const OF_COST_CENTER = {
  tag: many,
  topic: costCenters.name,
  params: z.strictObject({ id: idOf(one) }),
} as const;

const counted = (description: string) => z.int().describe(description);

/** The effects of the expiry of a cost center, past or future. */
export const readExpiry = defineCall({
  ...OF_COST_CENTER,
  method: 'GET',
  path: '/cost_centers/:id/expiry',
  right: { model: costCenters.name, action: 'read' },
  summary: 'Preview what happens when a cost center expires',
  description:
    'Accounts, networks, project ids and seats that it pays for, what a month of them costs, and who is charged then.',
  success: 'What happens',
  refusals: [404],
  data: z.object({
    from: z.string().nullable().describe('The first day on which it is not valid; null: it has no last day.'),
    expired: z.boolean().describe('That day has come.'),
    goes_to: z
      .object({
        id: z.int(),
        identifier: z.string().describe('Identifier'),
        as: z.enum(['replacement', 'backup']),
      })
      .nullable()
      .describe('Who is charged in its place from then on; null: nobody is.'),
    accounts: counted('Cloud parents in use that name it.'),
    networks: counted('Networks of it.'),
    valid_networks: counted('Those of them that are valid then.'),
    project_ids: counted('Project ids of these networks.'),
    valid_project_ids: counted('Those of them that are valid then.'),
    copilot_seats: counted('Seats of GitHub Copilot that name it.'),
    replaced: counted('Cost centers that it replaces itself.'),
    forecast: z
      .object({
        month,
        sums: z.array(z.object({ amount: z.string().describe('A decimal.'), currency, bills: z.int() })),
      })
      .nullable()
      .describe(
        'What may be charged in a month: what was in the last one with bills before this; null without any.',
      ),
  }),
});
export type Expiry = z.output<typeof readExpiry.data>;
