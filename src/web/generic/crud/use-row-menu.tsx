import { Suspense, useCallback, useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Additions } from '../additions/additions.ts';
import { useActions } from '../additions/use-actions.tsx';
import { ActionsMenu, MenuButton } from '../list/menu-button.tsx';
import type { OpenMenu } from '../list/open-menu.ts';
import { recordName } from '../record-title.ts';

/**
 * The menu of further actions of a row, and the button that opens it.
 * @param own the actions that the model adds; without them there is no menu
 */
export function useRowMenu(resource: Resource, own: Additions['row']) {
  const actions = useActions(resource, own);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { offered } = actions;
  const button = useCallback(
    (record: RecordRow, tabIndex: 0 | -1) =>
      offered({ row: record }).length > 0 && (
        <MenuButton
          name={recordName(resource, record)}
          tabIndex={tabIndex}
          onOpen={(at) => setMenu({ row: record, at })}
        />
      ),
    [resource, offered],
  );
  return {
    button: own && button,
    opened: (
      <>
        <Suspense>
          {menu && <ActionsMenu open={menu} actions={actions} onClose={() => setMenu(null)} />}
        </Suspense>
        {actions.shown}
      </>
    ),
  };
}
