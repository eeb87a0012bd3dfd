import { Link } from '@tanstack/react-router';
import { Suspense, useCallback, useState, type ReactNode } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Additions } from '../additions/additions.ts';
import { useActions } from '../additions/use-actions.tsx';
import { recordName } from '../record-title.ts';
import { useMay } from '../use-may.ts';
import { DeleteDialog } from './late-delete-dialog.ts';
import { MenuButton, RowMenu } from './menu-button.tsx';
import type { OpenMenu } from './open-menu.ts';
import classes from './list.module.css';

interface RowButtonsOptions {
  resource: Resource;
  additions: Additions | undefined;
  /** Each row has a link to its form. */
  linksToForm: boolean;
  onDeleted: (row: RecordRow) => void;
}

interface RowButtons {
  /** The buttons of a row. The function stays the same. */
  actions: (row: RecordRow, tabIndex: 0 | -1) => ReactNode;
  /** The menu and the dialogs that they opened. */
  shown: ReactNode;
}

/** The buttons of each row of a list: the link to its form, and the menu with what can be done with it. */
export function useRowButtons({
  resource,
  additions,
  linksToForm,
  onDeleted,
}: RowButtonsOptions): RowButtons {
  const may = useMay(resource);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [deleting, setDeleting] = useState<RecordRow | null>(null);
  const rowActions = useActions(resource, additions?.row);
  const actions = useCallback(
    (row: RecordRow, tabIndex: 0 | -1) => (
      <>
        {linksToForm && (
          <Link
            to="/auth/$action/$model/$modelId"
            params={{ action: 'edit', model: resource.name, modelId: String(row.id) }}
            className={classes.editLink}
            tabIndex={tabIndex}
            aria-label={`Edit ${recordName(resource, row)}`}
          >
            Edit
          </Link>
        )}
        <MenuButton
          name={recordName(resource, row)}
          tabIndex={tabIndex}
          onOpen={(at) => setMenu({ row, at })}
        />
      </>
    ),
    [resource, linksToForm],
  );
  const shown = (
    <>
      <Suspense>
        {menu && (
          <RowMenu
            resource={resource}
            open={menu}
            actions={rowActions}
            may={may}
            onDelete={setDeleting}
            onClose={() => setMenu(null)}
          />
        )}
      </Suspense>
      {rowActions.shown}
      {deleting && (
        <Suspense>
          <DeleteDialog
            resource={resource}
            id={deleting.id}
            name={recordName(resource, deleting)}
            onDone={() => {
              onDeleted(deleting);
              setDeleting(null);
            }}
            onCancel={() => setDeleting(null)}
          />
        </Suspense>
      )}
    </>
  );
  return { actions, shown };
}
