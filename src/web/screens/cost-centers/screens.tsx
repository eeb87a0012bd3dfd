import type { Values } from '#kernel/input.ts';
import { parentIdentifier, type CostCenter } from '#resources/cost-centers.ts';
import { inventoryReport } from '#resources/reports.ts';
import { api } from '#web/data/client.ts';
import type { ListAnswer } from '#web/data/queries.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { ReportButton } from '#web/generic/report/report-button.tsx';
import { late } from '#web/ui/pages/late.tsx';
import { replaceAction } from './replace-action.tsx';

/** The owner of the cost center that a WBS element belongs to; nothing where there is none. */
async function ownerOfParent(values: Values): Promise<Values> {
  const parent = typeof values.identifier === 'string' ? parentIdentifier(values.identifier) : null;
  if (!parent) return {};
  // The filter finds every identifier that contains the parent's, its other WBS elements among them.
  const query = { by_identifier: parent, page: 1, per_page: 1000, sort: 'identifier' };
  const { data } = await api.get<ListAnswer<CostCenter>>('/cost_centers', { query });
  const found = data.find(({ identifier }) => identifier.toLowerCase() === parent.toLowerCase());
  return found ? { cloud_contact_id: found.cloud_contact_id } : {};
}

/** Worksheets are imported, the inventory is mailed, one is replaced in a step, its record shows budgets and expiry, and a new WBS element inherits its owner. */
const screens: ModelScreens = {
  imports: {
    hint:
      'Choose a single-page CSV with the same headers as the inventory cost center worksheet. Large numbers must ' +
      'be formatted as text.',
    changesOnRequest: true,
    csvOnly: true,
    missing: 'Please select a CSV file first.',
    failedFallback: 'An error occurred while importing. Please check your CSV file and try again.',
  },
  Reports: () => <ReportButton report={inventoryReport} />,
  additions: { row: [replaceAction] },
  Below: late(() => import('./below.tsx')),
  table: { derive: ownerOfParent },
  forms: () => import('./forms.ts'),
};
export default screens;
