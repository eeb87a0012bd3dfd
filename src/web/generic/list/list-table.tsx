import { useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, type ReactNode } from 'react';
import type { RecordRow } from '#web/data/queries.ts';
import { Grid } from '#web/grid/grid.tsx';
import { useBulk } from '../bulk/use-bulk.tsx';
import { groupingsOf } from '../groups/group-choices.ts';
import { pagingOf } from '../list-state.ts';
import { recordKey } from '../record-key.ts';
import { late } from '#web/ui/pages/late.tsx';
import { useMay } from '../use-may.ts';
import { useViews } from '../views/use-views.tsx';
import { EmptyList, useLeftOut } from './empty-list.tsx';
import { FilterBar } from './filter-bar.tsx';
import { freeColumns, listColumns, otherColumns } from './list-columns.tsx';
import type { Listed, ListViewProps } from './use-listed.ts';
import { sortingOf } from './sorting.ts';
import { shownTotals } from './totals.ts';
import { useRowButtons } from './use-row-buttons.tsx';

const GroupedList = late(() => import('../groups/grouped-list.tsx'));

/** Pixels of the menu of a row, and of the menu with the link to its form. */
const MENU_ALONE = 48;
const WITH_LINK = 92;

interface ListTableProps extends ListViewProps, Listed {
  addButton: ReactNode;
  /** The element below the table. */
  below: ReactNode;
}

/** The table of a list with its filters, or the text in its place while there is no record. */
export function ListTable(props: ListTableProps) {
  const { resource, registry, additions, narrowed, beside, wanted, state, chosen, change, list } = props;
  const may = useMay(resource);
  const columns = useMemo(
    () => freeColumns(listColumns(resource, registry, additions), narrowed),
    [resource, registry, additions, narrowed],
  );
  const others = useMemo(() => otherColumns(resource, registry, columns), [resource, registry, columns]);
  const views = useViews({ resource, registry, place: 'view', wanted, change, columns, others });
  const bulk = useBulk({ resource, state, shown: list.rows, list, actions: additions?.selected });
  const linksToForm = props.editLinks === true && may.update;
  const buttons = useRowButtons({ resource, additions, linksToForm, onDeleted: bulk.drop });
  const hasRecords = resource.source === 'table';
  const navigate = useNavigate();
  const onOpenRow = useCallback(
    ({ id }: RecordRow) => void navigate({ to: `/auth/view/${resource.name}/${id}` }),
    [navigate, resource],
  );

  const filtered = wanted.q !== '' || Object.keys(wanted.filters).length > 0;
  const hasNone = list.status === 'ready' && list.total === 0 && !filtered;
  const leftOut = useLeftOut(resource, wanted, narrowed, hasNone);
  const own = beside?.Filter && {
    shown: <beside.Filter {...{ resource, registry, narrowed, state, change }} />,
    isSet: beside.switches?.some((key) => wanted.filters[key]) ?? false,
  };
  const isGrouped = groupingsOf(registry, resource, wanted.group).length > 0;
  // Groups have no row of inputs below their headings.
  const searched = isGrouped ? undefined : views.shown;
  const bar = <FilterBar {...{ resource, registry, change, own }} state={chosen} columns={searched} />;
  return (
    <>
      {views.note}
      {isGrouped ? (
        <Suspense>
          <GroupedList {...{ resource, registry, wanted, state, change, bar }} tools={views.tools} />
        </Suspense>
      ) : hasNone && leftOut !== null ? (
        <EmptyList {...props} leftOut={leftOut} />
      ) : (
        <Grid
          bar={bar}
          onOpenRow={hasRecords ? onOpenRow : undefined}
          label={narrowed?.label ?? resource.label[1]}
          things={resource.noun[1]}
          widthsKey={views.widthsKey}
          startWidths={views.startWidths}
          columns={views.shown}
          rowKey={recordKey}
          selection={bulk.selection}
          below={bulk.bar}
          tools={views.tools}
          {...list}
          status={leftOut === null ? 'loading' : list.status}
          totals={shownTotals(resource, list.meta)}
          rowChildren={additions?.children}
          {...sortingOf(resource, columns, state, change)}
          search={{ ...state.filters, q: state.q }}
          onSearch={change.setFilter}
          onClearSearch={change.clearFilters}
          paging={resource.paging === 'scroll' ? undefined : pagingOf(state, change)}
          actions={hasRecords ? buttons.actions : undefined}
          actionsWidth={linksToForm ? WITH_LINK : MENU_ALONE}
        />
      )}
      {props.below}
      {buttons.shown}
    </>
  );
}
