import { Button, Group, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { plainText } from '#kernel/fields/rich-text.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { RowAbout } from '#web/generic/additions/additions.ts';
import { useActions, type Actions } from '#web/generic/additions/use-actions.tsx';
import { textOf } from '#web/generic/inputs/input-props.ts';
import { CloudNote } from '#web/generic/clouds/cloud-note.tsx';
import { FormattedText } from '#web/generic/kinds/formatted-text.tsx';
import { AddNew } from '#web/generic/list/add-new.tsx';
import { Count } from '#web/generic/list/count.tsx';
import { DownloadButton } from '#web/generic/list/download-button.tsx';
import { FilterBar } from '#web/generic/list/filter-bar.tsx';
import { MoreMenu } from '#web/generic/list/more-menu.tsx';
import { ImportTool } from '#web/generic/csv-import/import-tool.tsx';
import { ScreenTools } from '#web/generic/list/screen-tools.tsx';
import { useList } from '#web/generic/list/use-list.ts';
import { pagingOf, useListState } from '#web/generic/list-state.ts';
import type { ScreenProps } from '#web/generic/screen.ts';
import { useMay } from '#web/generic/use-may.ts';
import { ViewSwitch } from '#web/generic/view-switch.tsx';
import { Pager } from '#web/grid/pager.tsx';
import { describeRows } from '#web/grid/shown.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState, ErrorState } from '#web/ui/pages/states.tsx';
import { updateAction } from './update-dialog.tsx';
import classes from './cards.module.css';

const ACTIONS = [updateAction];
/** The number of cards that usually fit on a screen. */
const PENDING = 6;

/** /auth/view/service_catalog_products: a card for each product. */
export function CardsScreen({ resource, registry }: ScreenProps) {
  const [state, change] = useListState();
  const list = useList(resource, state, change);
  const may = useMay(resource);
  const actions = useActions(resource, ACTIONS);
  const { status, rows, total, isLeast } = list;
  const shown = describeRows(status, (state.page - 1) * state.perPage, rows.length, total, isLeast);
  const filtered = state.q !== '' || Object.keys(state.filters).length > 0;
  const add = may.create && <AddNew resource={resource} />;
  return (
    <>
      <PageHeader
        title={resource.label[1]}
        slim
        badge={
          <>
            <Count of={list} />
            <MoreMenu resource={resource} />
            <CloudNote cloud="aws" />
          </>
        }
        actions={
          <ScreenTools main={add}>
            <ViewSwitch resource={resource} at="view" state={state} />
            <ImportTool resource={resource} registry={registry} />
            {resource.csv && <DownloadButton resource={resource} state={state} />}
          </ScreenTools>
        }
      />
      <Group gap="xs" mb="md">
        <FilterBar resource={resource} registry={registry} state={state} change={change} />
      </Group>
      {status === 'failed' ? (
        <ErrorState error={{ message: list.failure ?? '' }} onRetry={list.onRetry} />
      ) : status !== 'loading' && rows.length === 0 ? (
        <EmptyState
          title={filtered ? 'No product matches' : `No ${resource.noun[1]} yet`}
          action={filtered ? <Button onClick={change.clearFilters}>Clear filters</Button> : add}
        />
      ) : (
        <ul className={classes.cards} aria-label={resource.label[1]} aria-busy={status === 'loading'}>
          {status === 'loading'
            ? Array.from({ length: PENDING }, (_, at) => (
                <li key={at}>
                  <Skeleton height={180} radius="md" />
                </li>
              ))
            : rows.map((row) => <Card key={row.id} row={row} actions={actions} />)}
        </ul>
      )}
      {status !== 'failed' && total > state.perPage && (
        <Pager
          where="bottom"
          label={resource.label[1]}
          total={total}
          isLeast={isLeast}
          shown={shown}
          paging={pagingOf(state, change)}
        />
      )}
      {actions.shown}
    </>
  );
}

function Card({ row, actions }: { row: RecordRow; actions: Actions<RowAbout> }) {
  const name = textOf(row.name);
  const description = textOf(row.description);
  return (
    <li className={classes.card}>
      <h2 className={classes.name}>
        <Link
          to="/auth/$action/$model/$modelId"
          params={{ action: 'view', model: 'service_catalog_products', modelId: String(row.id) }}
        >
          {name}
        </Link>
      </h2>
      <p className={classes.id}>{textOf(row.identifier)}</p>
      <div className={classes.description}>
        {plainText(description) === '' ? (
          <p className={classes.none}>No description</p>
        ) : (
          <FormattedText html={description} />
        )}
      </div>
      <Group justify="flex-end" mt="auto">
        {actions.offered({ row }).map((action) => (
          <Button
            key={action.label}
            size="xs"
            variant="default"
            aria-label={`${action.label} ${name}`}
            onClick={() => actions.begin(action, { row })}
          >
            {action.label}
          </Button>
        ))}
      </Group>
    </li>
  );
}
