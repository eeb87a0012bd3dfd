import { Button, type ButtonProps } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { ReportDialog, type AskedReport } from './report-dialog.tsx';

interface ReportButtonProps extends AskedReport {
  variant?: ButtonProps['variant'];
}

/** Opens the dialog that asks for an emailed report. */
export function ReportButton({ variant = 'default', ...asked }: ReportButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        leftSection={<IconMail size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {asked.report.action}
      </Button>
      {open && <ReportDialog {...asked} onClose={() => setOpen(false)} />}
    </>
  );
}
