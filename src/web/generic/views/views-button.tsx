import { IconBookmark } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { useMenuButton } from '#web/ui/menus/use-menu-button.ts';
import type { Naming, ViewedList } from './viewed-list.ts';
import classes from './views.module.css';

const ViewItems = lateDialog(
  async () => ({ default: (await import('./view-items.tsx')).ViewItems }),
  ({ onClose }) => onClose(),
);
const ViewDialog = lateDialog(
  async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(ViewItems.fetch);

/** The button with the menu of a list's views; it bears the name of the one that is shown. */
export function ViewsButton({ list }: { list: ViewedList }) {
  const { open, button } = useMenuButton(ViewItems.fetch);
  const [naming, setNaming] = useState<Naming | null>(null);
  const { view, changed, resource } = list;
  const label = view ? `Views: ${view.name}${changed ? ', changed' : ''}` : 'Views';
  return (
    <>
      <Button
        {...button}
        variant="subtle"
        color="gray"
        size="xs"
        className={classes.button}
        data-view={view ? true : undefined}
        aria-label={label}
        title={label}
        data-no-print
      >
        <IconBookmark size={18} aria-hidden className={classes.sign} />
        {view && <span className={classes.name}>{view.name}</span>}
        {changed && <span aria-hidden className={classes.changed} />}
      </Button>
      <Suspense>{open && <ViewItems {...open} list={list} onName={setNaming} />}</Suspense>
      <Suspense>
        {naming && (
          <ViewDialog
            key={`${naming} ${resource.name}`}
            list={list}
            naming={naming}
            onClose={() => setNaming(null)}
          />
        )}
      </Suspense>
    </>
  );
}
