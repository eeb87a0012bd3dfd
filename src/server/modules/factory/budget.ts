import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { money } from '#kernel/written.ts';
import { budgets } from '#resources/budgets.ts';
import { requestedBudget, textOf, type RequestedBudget } from '#resources/cloud-requests/parts.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Ids, Recipe, Step } from './ledger/step.ts';

const inputOf = z.object({
  name: z.string(),
  account: z.string(),
  amount: z.string(),
  currency: z.string(),
  thresholds: z.string(),
});

/** The steps of a request beyond those that make its account: a budget of the portal and one of the cloud, where one is requested. */
export function budgetSteps(services: EngineServices, recipe: Recipe, request: Values): Step[] {
  const wanted = requestedBudget(recipe.request, request);
  return wanted ? [recordStep(services, recipe, wanted), recipe.cloudBudget] : [];
}

/** The budget of a request in words, such as `1,000.00 USD each month, alerts at 50, 80, 100%`; null without any. */
export function budgetWords(request: Pick<CloudRequest, 'budget'>, values: Values): string | null {
  const wanted = requestedBudget(request, values);
  return wanted && `${money(wanted.amount, wanted.currency)} each month, alerts at ${wanted.thresholds}%`;
}

/** Adds the budget to those of the portal, in the transaction that keeps the step: a process that dies leaves both or none. */
const recordStep = (
  services: EngineServices,
  { request, identifier }: Recipe,
  wanted: RequestedBudget,
): Step => ({
  name: 'record_budget',
  label: 'Add the budget',
  input: async ({ request: values, ids }) => ({
    name: `${textOf(values, request.title)} (${identifier(ids)})`,
    account: identifier(ids),
    ...wanted,
  }),
  call: async ({ deployment }, given) => {
    const { name, ...fields } = inputOf.parse(given);
    return {
      state: 'done',
      note: `${money(fields.amount, fields.currency)} each month`,
      write: async (tx, who): Promise<Ids> => {
        // Bills are by month, so that it counts from the first day of the one in which its account is made.
        const { rows } = await tx.query<{ first: string }>(
          `SELECT date_trunc('month', today())::date AS first`,
        );
        const starts_on = rows[0]?.first;
        const values = { ...fields, starts_on, name: await freeName(tx, name, deployment), period: 'month' };
        const { id } = await services.create(budgets.name, values, who, tx);
        return { budget: String(id) };
      },
    };
  },
});

/** The name, or one with the number of the deployment where somebody has given it to another budget. */
async function freeName(tx: PoolClient, name: string, deployment: number): Promise<string> {
  const { rowCount } = await tx.query('SELECT 1 FROM budgets WHERE look_alike(name) = look_alike($1)', [
    name,
  ]);
  return rowCount === 0 ? name : `${name}, request ${deployment}`;
}
