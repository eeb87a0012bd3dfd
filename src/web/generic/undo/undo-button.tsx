import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { grouped } from '#kernel/written.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';

const UndoDialog = lateDialog(
  () => import('./undo-dialog.tsx'),
  ({ onClose }) => onClose(),
);

interface UndoButtonProps {
  /** The ids of the changes, as the activity has them. */
  changes: readonly number[];
  /** What they are, as in 'Undo import'. */
  what: 'import' | 'change' | 'deletion';
  /** How many records they are about, where that is known. */
  count?: number;
  onUndone?: () => void;
}

/** Takes changes of many records back, after a look at what is left of them. */
export function UndoButton({ changes, what, count, onUndone }: UndoButtonProps) {
  const [open, setOpen] = useState(false);
  const label = `Undo ${what}`;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {count === undefined ? label : `${label} (${grouped(count)})`}
      </Button>
      {open && (
        <Suspense>
          <UndoDialog changes={changes} title={label} onClose={() => setOpen(false)} onUndone={onUndone} />
        </Suspense>
      )}
    </>
  );
}
