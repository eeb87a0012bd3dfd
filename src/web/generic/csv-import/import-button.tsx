import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '#web/ui/late.tsx';
import type { ScreenProps } from '../screen.ts';
import type { ImportTexts } from './use-import.ts';

/** The dialog, with the drop zone in it, comes when it is first opened. */
const ImportModal = lateDialog(
  () => import('./import-modal.tsx'),
  ({ onClose }) => onClose(),
);

interface ImportButtonProps extends ScreenProps {
  texts: ImportTexts;
}

/** Opens the import of a CSV file. */
export function ImportButton(props: ImportButtonProps) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Import CSV
      </Button>
      {opened && (
        <Suspense>
          <ImportModal {...props} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
