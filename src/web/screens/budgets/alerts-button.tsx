import { Button } from '@mantine/core';
import { IconBellRinging } from '@tabler/icons-react';
import { useState } from 'react';
import { useOwnRows } from '#web/data/use-session.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';

const AlertsDialog = lateDialog(
  () => import('./alerts-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** Opens the thresholds of all budgets that were reached. Owners have those of their budgets on these. */
export function AlertsButton() {
  const [isOpen, setOpen] = useState(false);
  if (useOwnRows()) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBellRinging size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Thresholds Reached
      </Button>
      {isOpen && <AlertsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
