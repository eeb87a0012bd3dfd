import { gcpProject } from '#resources/cloud-requests/gcp-project.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { Step } from '../ledger/step.ts';
import { budgetNote, cloudBudgetStep } from './cloud-budget.ts';

/** A budget of Google takes any number; more are of no use to anybody. */
const MOST_THRESHOLDS = 100;

/**
 * Makes a budget of the billing account, about the new project alone. Google makes a second one of the same name as readily, so
 * that those which are there are looked through first.
 */
export const gcpBudget = (gcp: GcpProvider): Step =>
  cloudBudgetStep({
    request: gcpProject,
    called: 'Google Cloud',
    mostThresholds: MOST_THRESHOLDS,
    right: 'It is billing.costsManager on the billing account.',
    make: async ({ ids }, wanted) => {
      const { project_id: project = '' } = ids;
      const name = `Skyledger ${project}`;
      const found = await gcp.budgetNamed(name);
      const made = found ?? (await gcp.createBudget({ ...wanted, name, project }));
      return {
        state: 'done',
        ids: { cloud_budget: made },
        // Google mails whoever administers the billing account, unless channels are set up.
        note: budgetNote(name, { ...wanted, email: 'the administrators of the billing account' }),
      };
    },
  });
