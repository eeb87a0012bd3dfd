import { ONCE, type GcpCalls } from './calls.ts';
import { gcpFailure } from './failure.ts';
import type { GcpProvider } from './interface.ts';

/** The largest page that Google answers. */
const PAGE = 100;
const NOT_MADE = 'Google did not make the budget';
const NANOS_DIGITS = 9;

/** Budgets of the billing account, with Cloud Billing Budget. */
export const gcpBudgets = (
  calls: GcpCalls,
  billingAccount: string,
): Pick<GcpProvider, 'budgetNamed' | 'createBudget'> => ({
  budgetNamed: async (name) => {
    let pageToken: string | undefined;
    do {
      const request = { parent: billingAccount, pageSize: PAGE, ...(pageToken && { pageToken }) };
      const [page, , raw] = await calls.invoke('Google did not return its budgets', 'reads', (google) =>
        google.budgets.listBudgets(request, ONCE),
      );
      const found = page.find(({ displayName }) => displayName === name);
      if (found) return found.name ?? name;
      pageToken = raw?.nextPageToken ?? undefined;
    } while (pageToken);
    return null;
  },
  createBudget: async ({ name, project, amount, currency, thresholds }) => {
    const budget = {
      displayName: name,
      budgetFilter: { projects: [`projects/${project}`], calendarPeriod: 'MONTH' as const },
      amount: { specifiedAmount: { currencyCode: currency, ...unitsOf(amount) } },
      thresholdRules: thresholds.map((threshold) => ({
        thresholdPercent: threshold / 100,
        spendBasis: 'CURRENT_SPEND' as const,
      })),
    };
    const [made] = await calls.invoke(NOT_MADE, 'writes', (google) =>
      google.budgets.createBudget({ parent: billingAccount, budget }, ONCE),
    );
    if (made.name) return made.name;
    throw gcpFailure(NOT_MADE, new Error('it names none'), 'writes');
  },
});

/** A decimal as Google has money: whole units, and billionths of one. */
function unitsOf(amount: string): { units: string; nanos: number } {
  const [units = '0', part = ''] = amount.split('.');
  return { units, nanos: Number(part.padEnd(NANOS_DIGITS, '0').slice(0, NANOS_DIGITS)) };
}
