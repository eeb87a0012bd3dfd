import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { cloudRepairOf } from '#resources/inventory-repairs.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { RepairDialog } from './several.tsx';

const AdoptDialog = lateDialog(
  () => import('./adopt-dialog.tsx'),
  ({ onClose }) => onClose(),
);

interface ButtonProps {
  row: RecordRow;
  label: string;
  tabIndex: 0 | -1;
  /** The dialog that it opens. */
  dialog: (onClose: () => void) => ReactNode;
}

/** A repair of a line that a dialog begins. */
function DialogButton({ row, label, tabIndex, dialog }: ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        tabIndex={tabIndex}
        title={label}
        aria-label={`${label}: ${String(row['identifier'])}`}
        onClick={() => setOpen(true)}
      >
        <Text span inherit truncate>
          {label}
        </Text>
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

/** What brings the cloud to what the inventory says; nothing where nothing does. */
export function CloudButton({ row, tabIndex }: Pick<ButtonProps, 'row' | 'tabIndex'>) {
  const label = cloudRepairOf(row);
  if (label === null) return null;
  return (
    <DialogButton
      {...{ row, label, tabIndex }}
      dialog={(onClose) =>
        row['cloud_side'] === 'adopt' ? (
          <AdoptDialog id={Number(row['cloud_parent_id'])} onClose={onClose} />
        ) : (
          <RepairDialog side="cloud" rows={[row]} onClose={onClose} onDone={() => undefined} />
        )
      }
    />
  );
}

/** Takes over what the cloud says, with a reason. */
export const TakeOverButton = ({ row, label, tabIndex }: Omit<ButtonProps, 'dialog'>) => (
  <DialogButton
    {...{ row, label, tabIndex }}
    dialog={(onClose) => (
      <RepairDialog side="inventory" rows={[row]} onClose={onClose} onDone={() => undefined} />
    )}
  />
);
