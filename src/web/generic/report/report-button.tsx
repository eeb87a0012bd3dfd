import { Button, type ButtonProps } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import type { ReportRequest } from './report-dialog.tsx';

const ReportDialog = lateDialog(
  async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(ReportDialog.fetch);

interface ReportButtonProps extends ReportRequest {
  variant?: ButtonProps['variant'];
}

/** Opens the dialog that requests an emailed report. */
export function ReportButton({ variant = 'default', ...request }: ReportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {request.report.action}
      </Button>
      <Suspense>{open && <ReportDialog {...request} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
