import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { lateDialog } from '#web/ui/pages/late.tsx';
import type { ScreenProps } from '../screen.ts';
import type { ImportTexts } from './import-texts.ts';

/** The dialog, with the drop zone in it, comes when it is first opened. */
const ImportModal = lateDialog(
  () => import('./import-modal.tsx'),
  ({ onClose }) => onClose(),
);

interface ImportButtonProps extends ScreenProps {
  texts: ImportTexts;
  /** How it is shown beside the other buttons of a heading; in the menu that they become it has its words. */
  beside: 'words' | 'sign' | 'nothing';
}

/** The end of an address that opens the import at once. */
const HASH = 'import';

/** Opens the import of a file; so does an address that ends in #import. */
export function ImportButton({ beside, ...props }: ImportButtonProps) {
  const [pressed, setPressed] = useState(false);
  const isLinked = useLocation({ select: ({ hash }) => hash === HASH });
  const navigate = useNavigate();
  const close = () => {
    setPressed(false);
    if (isLinked)
      void navigate({ to: '.', search: (now) => now, hash: '', replace: true, resetScroll: false });
  };
  const words = props.texts.csvOnly ? 'Import CSV' : 'Import CSV or XLSX';
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        title={beside === 'sign' ? words : undefined}
        data-brief={beside === 'sign' || undefined}
        data-in-menu={beside === 'nothing' || undefined}
        onClick={() => setPressed(true)}
      >
        {words}
      </Button>
      {(pressed || isLinked) && (
        <Suspense>
          <ImportModal {...props} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
