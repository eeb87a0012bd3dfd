import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useCallback, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import { NARROW } from '#web/ui/breakpoints.ts';
import type { Question } from '#web/ui/dialogs/confirm-popover.tsx';
import { ConfirmPopover } from '#web/ui/dialogs/late-confirm-popover.ts';
import { EmptyState, ErrorState } from '#web/ui/pages/states.tsx';
import { CellHint } from './cell-hint.tsx';
import { cardLines } from './columns/content-widths.ts';
import { ROOM_FOR_WORD } from './grid-head.tsx';
import { GridTable } from './grid-table.tsx';
import { Pager } from './pager.tsx';
import { describeShown } from './shown.ts';
import type { GridProps, GridRow } from './types.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useMoreBeside } from './use-more-beside.ts';
import { useIsVirtual } from './use-is-virtual.ts';
import classes from './grid.module.css';

/** Pixels of the column of Edit, Copy and Delete. */
const ACTIONS_WIDTH = 104;

/** So many rows are higher than what a table is never lower than; fewer would leave room below them. */
const FEW = 4;

/**
 * The portal's one table: sorting, searching per column, widths, pages or virtual rows, one row in editing,
 * and the keyboard. It fetches nothing and keeps no data; what is shown and what happens comes by its props.
 */
export function Grid<R extends GridRow>(props: GridProps<R>) {
  const { rows, status, paging, editing, total, label, bare = false, isLeast = false } = props;
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const closeQuestion = useCallback(() => setQuestion(null), []);
  const virtual = useIsVirtual(rows.length, props.scroll !== undefined);
  useMoreBeside(scroller, table);
  useGridKeys({
    bare,
    editable: editing?.onEdit !== undefined,
    selects: props.selection !== undefined,
  });

  const hasActions = editing !== undefined || props.actions !== undefined;
  const actionsWidth = hasActions ? (props.actionsWidth ?? ACTIONS_WIDTH) : 0;
  const shown = describeShown(props);
  const pages = { label, total, isLeast, shown, paging };
  return (
    <div className={classes.grid} data-fills={!bare || undefined}>
      {!bare && (
        <div className={classes.bar}>
          {props.bar && <div className={classes.beside}>{props.bar}</div>}
          {props.tools}
          <Pager where="top" {...pages} />
        </div>
      )}
      <div
        ref={scroller}
        className={classes.scroller}
        data-scroller
        data-bare={bare || undefined}
        data-few={(rows.length > 0 && rows.length < FEW) || undefined}
        data-narrow={narrow || undefined}
        data-virtual={virtual || undefined}
        data-lines={
          narrow && !virtual
            ? cardLines(props.columns, rows, document.documentElement.clientWidth)
            : undefined
        }
        data-plain={actionsWidth === 0 || undefined}
        data-menus={(actionsWidth > 0 && actionsWidth < ROOM_FOR_WORD) || undefined}
        data-refreshing={status === 'refreshing' || undefined}
      >
        <GridTable
          {...props}
          table={table}
          narrow={narrow}
          virtual={virtual}
          actionsWidth={actionsWidth}
          ask={setQuestion}
        />
        {(rows.length === 0 || status === 'failed') && !bare && <NoRows {...props} />}
      </div>
      {props.below}
      {!bare && paging && <Pager where="bottom" {...pages} />}
      {!bare && (
        <p role="status" className={classes.unseen}>
          {shown}
        </p>
      )}
      <CellHint within={scroller} />
      <Suspense>{question && <ConfirmPopover question={question} onClose={closeQuestion} />}</Suspense>
    </div>
  );
}

/** The text in place of rows: that loading failed, that nothing matches, or that there are none yet. */
function NoRows<R extends GridRow>(props: GridProps<R>) {
  const { status, things, search = {}, onClearSearch } = props;
  if (status === 'loading') return null;
  const searched = Object.values(search).some(Boolean);
  return (
    <div className={classes.noRows}>
      {status === 'failed' ? (
        <ErrorState
          title={`The ${things} could not be loaded`}
          error={{ message: props.failure ?? 'Please try again.' }}
          onRetry={props.onRetry}
        />
      ) : searched ? (
        <EmptyState
          title={`No ${things} match`}
          action={
            onClearSearch && (
              <Button size="xs" variant="default" onClick={onClearSearch}>
                Clear search
              </Button>
            )
          }
        >
          Nothing was found with this search.
        </EmptyState>
      ) : (
        <EmptyState title={`No ${things} yet`} />
      )}
    </div>
  );
}
