import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { useMenuButton } from '#web/ui/menus/use-menu-button.ts';
import type { ColumnItemsProps } from './column-items.tsx';

const ColumnItems = lateDialog(
  async () => ({ default: (await import('./column-items.tsx')).ColumnItems }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(ColumnItems.fetch);

/** The button with the menu in which columns are chosen. */
export function ColumnChooser(props: Pick<ColumnItemsProps, 'entries' | 'onToggle' | 'onMove' | 'onForget'>) {
  const { open, button } = useMenuButton(ColumnItems.fetch);
  return (
    <>
      <ActionIcon {...button} variant="subtle" color="gray" size={32} aria-label="Columns" title="Columns">
        <IconColumns3 size={18} aria-hidden />
      </ActionIcon>
      <Suspense>{open && <ColumnItems {...open} {...props} />}</Suspense>
    </>
  );
}
