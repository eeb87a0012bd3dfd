import { Button } from '@mantine/core';
import { IconFileExport, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { billsReport, ownersBillsReport } from '#resources/reports.ts';
import { late, lateDialog } from '#web/ui/late.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';

const ReportChoice = lateDialog(
  async () => ({ default: (await import('#web/generic/report/report-choice.tsx')).ReportChoice }),
  ({ onClose }) => onClose(),
);

const CHOICES = [
  { label: 'One identifier', report: billsReport },
  { label: 'All owners', report: ownersBillsReport },
];

function ExportData() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileExport size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Export Data
      </Button>
      {open && <ReportChoice title="Export Data" choices={CHOICES} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Bills come as workbooks; single ones are added in the editable table. */
const screens: ModelScreens = {
  Reports: ExportData,
  add: { label: 'Upload', icon: <IconUpload size={16} aria-hidden /> },
  own: { create: late(() => import('./upload-page.tsx')) },
};
export default screens;
