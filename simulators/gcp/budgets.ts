import { randomUUID } from 'node:crypto';
import { invalidPage, noPermission, pageOf, refusal, type Answer, type Call, type Google } from './answer.ts';

const LONGEST_NAME = 60;

interface Wanted {
  displayName?: unknown;
  budgetFilter?: { projects?: unknown };
  amount?: { specifiedAmount?: { currencyCode?: unknown; units?: unknown } };
  thresholdRules?: unknown;
}

/** The budgets of the billing account; there is no other way to find one than to look through them. */
export function listBudgets(google: Google, call: Call): Answer {
  if (call.named !== google.billingAccount) return noPermission(`billing account ${call.named}`);
  const paged = pageOf([...google.state.budgets.values()], call, google.pageSize);
  if (!paged) return invalidPage();
  const { page, ...next } = paged;
  return [200, { budgets: page, ...next }];
}

/** Makes one, also where another one is called the same. */
export function createBudget(google: Google, { named, body }: Call): Answer {
  if (named !== google.billingAccount) return noPermission(`billing account ${named}`);
  const { displayName = '', budgetFilter, amount, thresholdRules }: Wanted = body;
  const projects: unknown[] = Array.isArray(budgetFilter?.projects) ? budgetFilter.projects : [];
  const { currencyCode, units } = amount?.specifiedAmount ?? {};
  if (typeof displayName !== 'string' || displayName.length > LONGEST_NAME)
    return refusal('INVALID_ARGUMENT', 'Budget.display_name must have at most 60 characters.');
  if (projects.some((one) => !/^projects\/[^/]+$/.test(String(one))))
    return refusal('INVALID_ARGUMENT', 'Filter.projects must have the form projects/{project_id}.');
  if (!/^[A-Z]{3}$/.test(String(currencyCode)) || !/^\d+$/.test(String(units)))
    return refusal('INVALID_ARGUMENT', 'Budget.amount is not valid.');
  const budget = {
    ...body,
    name: `${named}/budgets/${randomUUID()}`,
    displayName,
    thresholdRules: Array.isArray(thresholdRules) ? thresholdRules : [],
    etag: randomUUID().slice(0, 8),
  };
  google.state.keepBudget(budget);
  return [200, budget];
}
