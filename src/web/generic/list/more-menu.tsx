import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { useMenuButton } from '#web/ui/menus/use-menu-button.ts';
import { useOwnRows } from '#web/data/use-session.ts';
import { keepsHistory, type Resource } from '#kernel/resource.ts';

const DeletedDialog = lateDialog(
  () => import('./deleted-dialog.tsx'),
  ({ onClose }) => onClose(),
);

const MoreItems = lateDialog(
  async () => ({ default: (await import('./more-items.tsx')).MoreItems }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(MoreItems.fetch);

/** The actions of a list that are seldom wanted. */
export function MoreMenu({ resource }: { resource: Resource }) {
  const [deleted, setDeleted] = useState(false);
  const { open, button } = useMenuButton(MoreItems.fetch);
  const ownOnly = useOwnRows();
  if (ownOnly || !keepsHistory(resource) || !resource.actions.includes('delete')) return null;
  const label = `More about ${resource.label[1]}`;
  return (
    <>
      <ActionIcon {...button} variant="subtle" color="gray" size={34} aria-label={label}>
        <IconDotsVertical size={18} aria-hidden />
      </ActionIcon>
      <Suspense>{open && <MoreItems {...open} label={label} onDeleted={() => setDeleted(true)} />}</Suspense>
      <Suspense>
        {deleted && <DeletedDialog resource={resource} onClose={() => setDeleted(false)} />}
      </Suspense>
    </>
  );
}
