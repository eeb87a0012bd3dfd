import { randomUUID } from 'node:crypto';
import { type Answer, ArmError, busy, type Call, isObject, objectOf, ok, type Operation } from './arm.ts';
import type { Budget, Tenant } from './tenant.ts';

const BUDGET = /^\/subscriptions\/([^/]+)\/providers\/Microsoft\.Consumption\/budgets\/([^/]+)$/i;
const MOST_NOTIFICATIONS = 5;
const MOST_PERCENT = 1000;

const invalid = (message: string) => new ArmError(400, 'InvalidBudget', message);

/** Budgets of subscriptions, as Microsoft.Consumption keeps them. */
export function budgetOperations(tenant: Tenant): Operation[] {
  const { budgets } = tenant.state;
  const find = (id: string, name: string) =>
    budgets.find(
      (one) => one.subscriptionId === id.toLowerCase() && one.name.toLowerCase() === name.toLowerCase(),
    );

  const read = ({ named: [id = '', name = ''] }: Call): Answer => {
    tenant.subscription(id);
    const found = find(id, name);
    if (!found) throw new ArmError(404, 'NotFound', `The budget '${name}' could not be found.`);
    return ok(shown(found));
  };

  const put = ({ named: [id = '', name = ''], body }: Call): Answer => {
    tenant.subscription(id);
    const properties = objectOf(body['properties']);
    refuseWrong(properties);
    const found = find(id, name);
    if (found && body['eTag'] !== undefined && body['eTag'] !== found.eTag)
      throw new ArmError(409, 'Conflict', 'The eTag is not that of the newest version.');
    const eTag = `"${randomUUID().replaceAll('-', '').slice(0, 15)}"`;
    if (found) {
      Object.assign(found, { properties, eTag });
      return ok(shown(found));
    }
    const budget = { subscriptionId: id.toLowerCase(), name, eTag, properties };
    budgets.push(budget);
    return { status: 201, body: shown(budget) };
  };

  return [
    { name: 'Budgets_Get', method: 'GET', path: BUDGET, run: read },
    { name: 'Budgets_CreateOrUpdate', method: 'PUT', path: BUDGET, run: put, conflict: busy },
  ];
}

const shown = ({ subscriptionId, name, eTag, properties }: Budget) => ({
  id: `/subscriptions/${subscriptionId}/providers/Microsoft.Consumption/budgets/${name}`,
  name,
  type: 'Microsoft.Consumption/budgets',
  eTag,
  properties: { ...properties, currentSpend: { amount: 0, unit: 'USD' } },
});

/** @throws {ArmError} as Azure refuses it */
function refuseWrong({
  category,
  amount,
  timeGrain,
  timePeriod,
  notifications,
}: Record<string, unknown>): void {
  if (category !== 'Cost' || timeGrain !== 'Monthly') throw invalid('Category or time grain is not valid.');
  if (typeof amount !== 'number' || amount <= 0) throw invalid('The amount must be above zero.');
  const start = objectOf(timePeriod)['startDate'];
  if (typeof start !== 'string' || !/^\d{4}-\d{2}-01T00:00:00/.test(start))
    throw invalid('The start date must be the first of a month.');
  const all = Object.values(objectOf(notifications));
  if (all.length > MOST_NOTIFICATIONS) throw invalid('A budget has at most five notifications.');
  for (const one of all) {
    const { threshold, contactEmails } = objectOf(one);
    if (!isObject(one) || typeof threshold !== 'number' || threshold < 0 || threshold > MOST_PERCENT)
      throw invalid('A threshold must be between 0 and 1000.');
    if (!Array.isArray(contactEmails) || contactEmails.length === 0)
      throw invalid('A notification must have an email address or a group.');
  }
}
