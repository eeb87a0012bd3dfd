import { IconRoute, IconUpload } from '@tabler/icons-react';
import type { Values } from '#kernel/input.ts';
import type { CostCenter } from '#resources/cost-centers.ts';
import { listQuery, type RecordRow } from '#web/data/queries.ts';
import { queryClient } from '#web/data/query-client.ts';
import { billsExport } from '#resources/reports.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { ReportChoiceButton } from '#web/generic/report/report-choice-button.tsx';
import { late, lateDialog } from '#web/ui/pages/late.tsx';

const OriginDialog = lateDialog(
  async () => ({ default: (await import('./origin-dialog.tsx')).OriginDialog }),
  ({ onClose }) => onClose(),
);

/** The business unit and the company code of the cost center that a bill is typed in for; nothing where there is none. */
async function chargedBeside({ identifier }: Values): Promise<Values> {
  const typed = typeof identifier === 'string' ? identifier.trim() : '';
  if (typed === '') return {};
  // What contains it is found by an index, and is compared letter by letter then.
  const query = { by_identifier: typed, by_identifier_is: typed, page: 1, per_page: 1 };
  const found = await queryClient.fetchQuery({ ...listQuery('cost_centers', query), staleTime: 30_000 });
  const [center] = found.data as readonly (RecordRow & Partial<CostCenter>)[];
  return center ? { business_units_id: center.business_units_id, company_code: center.companies_code } : {};
}

/** Bills come as workbooks; single ones are added in the editable table. */
const screens: ModelScreens = {
  Reports: () => <ReportChoiceButton {...billsExport} />,
  add: { label: 'Upload', icon: <IconUpload size={16} aria-hidden /> },
  additions: {
    row: [
      {
        label: 'See where it comes from',
        icon: <IconRoute size={16} aria-hidden />,
        right: null,
        opens: OriginDialog,
      },
    ],
  },
  table: { derive: chargedBeside },
  own: { create: late(() => import('./upload-page.tsx')) },
};
export default screens;
