import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lateDialog } from '#web/ui/late.tsx';
import { keepsHistory, type Resource } from '#kernel/resource.ts';

const DeletedDialog = lateDialog(
  () => import('./deleted-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** What is seldom wanted of a list. */
export function MoreMenu({ resource }: { resource: Resource }) {
  const [deleted, setDeleted] = useState(false);
  if (!keepsHistory(resource) || !resource.actions.includes('delete')) return null;
  const [, many] = resource.label;
  return (
    <>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={`More about ${many}`}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setDeleted(true)}>
            Recently deleted
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {deleted && <DeletedDialog resource={resource} onClose={() => setDeleted(false)} />}
      </Suspense>
    </>
  );
}
