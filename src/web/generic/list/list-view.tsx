import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import type { RecordRow } from '#web/data/queries.ts';
import { Grid } from '#web/grid/grid.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import type { Additions } from '../additions/additions.ts';
import { AddInDialog } from '../additions/add-in-dialog.tsx';
import { ActionButtons } from '../additions/action-buttons.tsx';
import { useActions } from '../additions/use-actions.tsx';
import { pagingOf, useListState } from '../list-state.ts';
import type { ModelScreens } from '../model-screens.ts';
import { chosenIn, narrowedTo } from '../narrowed.ts';
import type { ScreenProps } from '../screen.ts';
import { useBulk } from '../bulk/use-bulk.tsx';
import { recordKey } from '../record-key.ts';
import { recordName } from '../record-title.ts';
import { useMay } from '../use-may.ts';
import { ViewSwitch } from '../view-switch.tsx';
import { useViews } from '../views/use-views.tsx';
import { AddNew } from './add-new.tsx';
import { DownloadButton } from './download-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { DeleteDialog } from './late-delete-dialog.ts';
import { listColumns, otherColumns } from './list-columns.tsx';
import { MoreMenu } from './more-menu.tsx';
import { MenuButton, RowMenu } from './menu-button.tsx';
import type { OpenMenu } from './open-menu.ts';
import { Count } from './count.tsx';
import { ScreenTools } from './screen-tools.tsx';
import { sortingOf } from './sorting.ts';
import { useListKeys } from './use-list-keys.ts';
import { shownTotals } from './totals.ts';
import { useLeftOut } from './use-left-out.ts';
import { useList } from './use-list.ts';
import { useScrolledList } from './use-scrolled-list.ts';
import classes from './list.module.css';

interface ListViewProps extends ScreenProps {
  /** Further buttons of the screen, for those who may edit. */
  tools?: ReactNode;
  /** Further buttons for everyone who sees the list. */
  reports?: ReactNode;
  /** The additions of the model. Keep the object the same between renders. */
  additions?: Additions;
  /** Each row has a link to its form. */
  editLinks?: boolean;
  /** The label and icon of the button for a new record, where that is not 'Add New …'. */
  add?: ModelScreens['add'];
  /** A new record is entered in a dialog. */
  addsInDialog?: boolean;
  beside?: ModelScreens['beside'];
  /** The text of an empty list, where it does not follow from the declaration. */
  nothingYet?: ModelScreens['nothingYet'];
}

const NO_SWITCHES: readonly string[] = [];

/** The list of a model: filters, pages, sorting, and what can be done with each row. */
export function ListView(props: ListViewProps) {
  const { resource, registry, tools, reports, additions, add, editLinks = false, addsInDialog } = props;
  const { narrowed, beside } = props;
  const switches = beside?.switches ?? NO_SWITCHES;
  const [wanted, change] = useListState(undefined, switches);
  const state = useMemo(() => narrowedTo(wanted, narrowed), [wanted, narrowed]);
  const chosen = useMemo(
    () => chosenIn(wanted, [...switches, ...Object.keys(narrowed?.only ?? {})]),
    [wanted, switches, narrowed],
  );
  const scrolls = resource.paging === 'scroll';
  const hasRecords = resource.source === 'table';
  const paged = useList(resource, state, change, !scrolls);
  const scrolled = useScrolledList(resource, state, scrolls);
  const list = scrolls ? scrolled : paged;
  const may = useMay(resource);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [deleting, setDeleting] = useState<RecordRow | null>(null);
  const columns = useMemo(() => listColumns(resource, registry, additions), [resource, registry, additions]);
  const others = useMemo(() => otherColumns(resource, registry, columns), [resource, registry, columns]);
  const views = useViews({ resource, registry, place: 'view', wanted, change, columns, others });
  const bulk = useBulk({ resource, state, shown: list.rows });
  const linksToForm = editLinks && may.update;
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

  const navigate = useNavigate();
  const onOpenRow = useCallback(
    ({ id }: RecordRow) => void navigate({ to: `/auth/view/${resource.name}/${id}` }),
    [navigate, resource],
  );
  const rowActions = useActions(resource, additions?.row);
  const sorting = sortingOf(resource, columns, state, change);

  useListKeys(resource);

  const many = narrowed?.label ?? resource.label[1];
  const addButton = addsInDialog ? (
    <AddInDialog resource={resource} />
  ) : (
    <AddNew resource={resource} add={add} />
  );
  const filtered = wanted.q !== '' || Object.keys(wanted.filters).length > 0;
  const hasNone = list.status === 'ready' && list.total === 0 && !filtered;
  const leftOut = useLeftOut(resource, wanted, narrowed, hasNone);
  const isEmpty = hasNone && leftOut !== null;
  const about = beside && (
    <div data-beside className={beside.below ? classes.below : classes.beside}>
      <beside.View {...{ resource, registry, narrowed, state, change }} />
    </div>
  );
  const own = beside?.Filter && {
    shown: <beside.Filter {...{ resource, registry, narrowed, state, change }} />,
    isSet: switches.some((key) => wanted.filters[key]),
  };
  return (
    <>
      <PageHeader
        title={narrowed?.label ?? resource.headings?.view ?? many}
        slim
        badge={
          <>
            <Count of={list} />
            <MoreMenu resource={resource} />
            {!beside?.below && about}
          </>
        }
        actions={
          <ScreenTools main={may.create && addButton}>
            <ViewSwitch resource={resource} at="view" />
            <ActionButtons
              resource={resource}
              actions={additions?.toolbar}
              about={{ filters: state.filters }}
            />
            {may.any && tools}
            {reports}
            {resource.csv && <DownloadButton resource={resource} state={state} />}
          </ScreenTools>
        }
      />
      {views.note}
      {isEmpty && leftOut && narrowed?.none ? (
        <EmptyState title={narrowed.none.title}>{narrowed.none.words}</EmptyState>
      ) : isEmpty && props.nothingYet ? (
        <EmptyState title={`No ${resource.noun[1]} yet`} action={<props.nothingYet.Ways />}>
          {props.nothingYet.words}
        </EmptyState>
      ) : isEmpty ? (
        <EmptyState title={`No ${resource.noun[1]} yet`} action={may.create && addButton}>
          {may.create
            ? 'Add the first one, and it will be listed here.'
            : resource.actions.includes('create')
              ? 'They are listed here once somebody adds one.'
              : 'They come from another system and are listed here once they were imported.'}
        </EmptyState>
      ) : (
        <Grid
          bar={<FilterBar resource={resource} registry={registry} state={chosen} change={change} own={own} />}
          onOpenRow={hasRecords ? onOpenRow : undefined}
          label={many}
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
          {...sorting}
          search={{ ...chosen.filters, q: chosen.q }}
          onClearSearch={change.clearFilters}
          paging={scrolls ? undefined : pagingOf(state, change)}
          actions={hasRecords ? actions : undefined}
          actionsWidth={linksToForm ? 92 : 48}
        />
      )}
      {beside?.below && about}
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
              bulk.drop(deleting);
              setDeleting(null);
            }}
            onCancel={() => setDeleting(null)}
          />
        </Suspense>
      )}
    </>
  );
}
