import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Question } from '#web/ui/dialogs/confirm-popover.tsx';
import type { GridProps, GridRow } from '../types.ts';
import type { RowCalls } from './row-actions.tsx';

const NONE_OPEN: ReadonlySet<string> = new Set();

interface RowCallsOptions<R extends GridRow>
  extends Pick<GridProps<R>, 'editing' | 'rowKey'>, Pick<RowCalls<R>, 'select'> {
  /** A row is being edited, so that no other may be. */
  locked: boolean;
  /** Shows a question at a row. Keep the function the same. */
  ask: (question: Question) => void;
}

/**
 * The handlers of the rows, and the state that they change: which rows are open, and the column at which the
 * next row in editing begins. Rows keep the same functions; they read what is current when they are called.
 */
export function useRowCalls<R extends GridRow>(options: RowCallsOptions<R>) {
  const { editing, locked, rowKey, select, ask } = options;
  const [startAt, setStartAt] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(NONE_OPEN);
  const current = useRef({ editing, locked });
  useLayoutEffect(() => {
    current.current = { editing, locked };
  });
  const calls = useMemo<RowCalls<R>>(
    () => ({
      edit: (row) => {
        if (current.current.locked) return;
        setStartAt(null);
        // Where the focus is, React takes a button away, and the browser lays the table out once only to see that it is gone.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        current.current.editing?.onEdit?.(row);
      },
      copy: (row) => {
        if (!current.current.locked) current.current.editing?.onCopy?.(row);
      },
      confirmDelete: (row, at) => {
        const { editing: now, locked: isLocked } = current.current;
        if (!now || isLocked) return;
        const onYes = () => now.onDelete?.(row);
        ask({ text: 'Sure to delete?', about: now.nameOf(row), at, onYes });
      },
      confirmCancel: (at) => {
        const now = current.current.editing;
        const cancel = () => current.current.editing?.onCancel();
        if (now?.changed()) ask({ text: 'Sure to cancel?', at, onYes: cancel });
        else cancel();
      },
      save: () => {
        if (!current.current.editing?.saving) current.current.editing?.onSave();
      },
      select,
      open: (row) => {
        const key = rowKey(row);
        setOpened((now) =>
          now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key]),
        );
      },
    }),
    [select, rowKey, ask],
  );
  return { calls, opened, startAt, setStartAt };
}
