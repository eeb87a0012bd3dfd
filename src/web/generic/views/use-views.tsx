import { useMemo, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import type { ShownList, GonePart } from '#calls/views.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { useOwnRows, usePerson } from '#web/data/use-session.ts';
import type { GridColumn, GridProps } from '#web/grid/types.ts';
import { forgetColumns, useColumnChoice } from '#web/grid/columns/use-column-choice.tsx';
import { forgetWidths, readWidths } from '#web/grid/use-column-widths.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import type { ListState, ListStateChange } from '../list-state.ts';
import { useLoad } from '../use-load.ts';
import { listViewsQuery, showSameRows, shownNow } from './views.ts';
import type { ViewedList } from './viewed-list.ts';
import { ViewsButton } from './views-button.tsx';
import classes from './views.module.css';

interface ViewsOptions<C> {
  resource: Resource;
  registry: Registry;
  /** Which of the model's tables it is: what is chosen of the columns holds in both, their widths in one. */
  place: 'view' | 'crud';
  /** The state of the list in the address. */
  wanted: ListState;
  change: ListStateChange;
  columns: readonly C[];
  /** Columns that are not shown until they are chosen. Keep the array the same. */
  others?: readonly C[];
}

/** A list as the saved view of its address shows it, or as it usually is. */
interface Views<C> extends Required<Pick<GridProps<RecordRow>, 'widthsKey' | 'startWidths'>> {
  /** The columns that are shown. */
  shown: readonly C[];
  /** The menus of views and of columns. */
  tools: ReactNode;
  /** The parts of the view that are gone; none where all of it is there. */
  note: ReactNode;
}

const NO_WIDTHS: Record<string, number> = {};

/** The columns of a list and their widths, by the saved view that its address names, and the menus for both. */
export function useViews<C extends GridColumn<RecordRow>>(options: ViewsOptions<C>): Views<C> {
  const { resource, registry, place, wanted, change, columns, others } = options;
  const person = usePerson();
  const ownOnly = useOwnRows();
  const load = useLoad({ ...listViewsQuery(resource), enabled: wanted.view !== undefined });
  const view = dataOf(load)?.find(({ id }) => id === wanted.view);
  const isGone = wanted.view !== undefined && load.is === 'loaded' && !view;

  // Choices beside a view are kept until it is saved, whatever else becomes of the view.
  const own = view ? `.${view.id}` : '';
  const keptAs = `${person?.email ?? ''}.view.${resource.name}${own}`;
  const widthsKey = `${place}.${resource.name}${own}`;
  const saved = useMemo(() => {
    const names = view?.shown.columns?.map(({ name }) => name);
    if (!names) return null;
    // A column that is no property of a row, such as a button, is in no view, and stays.
    const further = columns.filter(({ id }) => !registry.properties(resource).has(id)).map(({ id }) => id);
    return [...names, ...further];
  }, [view, columns, registry, resource]);
  const startWidths = useMemo(
    () =>
      Object.fromEntries(
        (view?.shown.columns ?? []).flatMap(({ name, width }) => (width === null ? [] : [[name, width]])),
      ) as Record<string, number>,
    [view],
  );
  const { shown, chooser, isUsual } = useColumnChoice<RecordRow, C>({ keptAs, columns, others, saved });

  const now = (): ShownList => {
    const properties = registry.properties(resource);
    const names = shown.flatMap(({ id }) => (properties.has(id) ? [id] : []));
    const widths = { ...startWidths, ...readWidths(widthsKey) };
    const dragged = names.some((name) => widths[name] !== undefined);
    const isOwn = saved !== null || !isUsual || dragged;
    return shownNow(wanted, isOwn ? names : null, widths);
  };
  const list: ViewedList = {
    resource,
    change,
    view,
    now,
    changed: view !== undefined && (!isUsual || !showSameRows(shownNow(wanted, null, NO_WIDTHS), view.shown)),
    settle: () => {
      forgetColumns(keptAs);
      forgetWidths(widthsKey);
    },
  };
  return {
    shown,
    widthsKey,
    startWidths: view ? startWidths : NO_WIDTHS,
    tools: (
      <div className={classes.tools}>
        {!ownOnly && <ViewsButton list={list} />}
        {chooser}
      </div>
    ),
    note: (
      <GoneNote list={list} isGone={isGone} onLeave={() => change.show({ ...wanted, view: undefined })} />
    ),
  };
}

interface GoneNoteProps {
  list: ViewedList;
  /** The view that the address names is not there. */
  isGone: boolean;
  /** Shows the same without the view. */
  onLeave: () => void;
}

const words = ({ what, name }: GonePart) => `the ${what} ${name}`;

/** Says what of the view that the address names is not there any more; the list is shown all the same. */
function GoneNote({ list: { view }, isGone, onLeave }: GoneNoteProps) {
  const gone = view?.gone ?? [];
  if (!isGone && gone.length === 0) return null;
  return (
    <div role="status" className={classes.note}>
      {isGone ? (
        <>
          The view of this address was deleted, or is shown to its owner alone. The rows are those of the
          address.
          <Button variant="subtle" size="compact-sm" onClick={onLeave}>
            Leave the view
          </Button>
        </>
      ) : (
        `The view ${view?.name} is shown without what this list does not have any more: ${gone.map(words).join(', ')}. ` +
        (view?.may_change ? 'Save it to have that taken out.' : '')
      )}
    </div>
  );
}
