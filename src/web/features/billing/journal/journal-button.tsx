import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '#web/ui/pages/late.tsx';
import type { JournalSource } from './journal.ts';

const Journal = lateDialog(
  () => import('./journal-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** Opens the dialog that saves journal entries for SAP. */
export function JournalButton({ source }: { source: JournalSource }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        SAP Journal
      </Button>
      <Suspense>{opened && <Journal source={source} onClose={() => setOpened(false)} />}</Suspense>
    </>
  );
}
