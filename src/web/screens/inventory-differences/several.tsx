import { Button } from '@mantine/core';
import { IconCloudUpload, IconDatabaseImport } from '@tabler/icons-react';
import { useState } from 'react';
import { MOST_WRITTEN } from '#resources/account-life.ts';
import { isTakenOver, isWritten } from '#resources/inventory-repairs.ts';
import { usePerson } from '#web/data/use-session.ts';
import type { SeveralProps } from '#web/generic/additions/additions.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import type { RepairSide } from './repair-dialog.tsx';

export const RepairDialog = lateDialog(
  () => import('./repair-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** Repairs the chosen differences on either side. */
export function SeveralButtons({ rows, onDone }: SeveralProps) {
  const mayOperate = usePerson()?.rights.operate ?? false;
  const [open, setOpen] = useState<RepairSide | null>(null);
  const tooMany = rows.length > MOST_WRITTEN;
  return (
    <>
      {tooMany && <span>At most {MOST_WRITTEN} are repaired at once.</span>}
      {mayOperate && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCloudUpload size={14} aria-hidden />}
          disabled={tooMany || !rows.some(isWritten)}
          onClick={() => setOpen('cloud')}
        >
          Write to the cloud
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconDatabaseImport size={14} aria-hidden />}
        disabled={tooMany || !rows.some(isTakenOver)}
        onClick={() => setOpen('inventory')}
      >
        Take over from the cloud
      </Button>
      {open && <RepairDialog side={open} rows={rows} onClose={() => setOpen(null)} onDone={onDone} />}
    </>
  );
}
