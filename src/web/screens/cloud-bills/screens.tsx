import { IconRoute, IconUpload } from '@tabler/icons-react';
import { billsExport } from '#resources/reports.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { ReportChoiceButton } from '#web/generic/report/report-choice-button.tsx';
import { late, lateDialog } from '#web/ui/pages/late.tsx';

const OriginDialog = lateDialog(
  async () => ({ default: (await import('./origin-dialog.tsx')).OriginDialog }),
  ({ onClose }) => onClose(),
);

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
  own: { create: late(() => import('./upload-page.tsx')) },
};
export default screens;
