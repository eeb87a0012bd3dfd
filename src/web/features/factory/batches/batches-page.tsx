import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { RequestBatch } from '#calls/batches.ts';
import { usePerson } from '#web/data/use-session.ts';
import { useLastPage } from '#web/generic/list/use-last-page.ts';
import { useListState } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Entries, Entry } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { MayNotRequest } from '../may-not-request.tsx';
import {
  batchAddress,
  batchesQuery,
  batchState,
  countsInWords,
  HERE,
  PAGE,
  requestsInWords,
} from './batches.ts';

/** /auth/request-batches: what was requested with one worksheet or adopted at once, each with how far it is. */
export function BatchesPage() {
  const may = usePerson()?.rights.operate ?? false;
  return (
    <>
      <PageHeader
        title="Request Batches"
        description="Many accounts are requested at once with a worksheet, or adopted at once."
        actions={
          may && (
            <Button component={Link} to={`${HERE}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
              New Batch
            </Button>
          )
        }
      />
      {may ? <BatchList /> : <MayNotRequest what="batch of accounts" />}
    </>
  );
}

function BatchList() {
  const [{ page }, { setPage, toPage }] = useListState();
  const load = useLoad(batchesQuery(page));
  useLastPage(load, { page, perPage: PAGE, toPage });
  return (
    <Loaded load={load} failed="The batches could not be loaded">
      {({ data, meta }) =>
        meta.total === 0 ? (
          <EmptyState title="No batch yet">
            Fill in a worksheet with one row for each account, and all of them are requested at once. Accounts
            that nobody requested are selected in the list of cloud parents, and adopted at once.
          </EmptyState>
        ) : (
          <Entries label="Batches" page={page} pages={Math.ceil(meta.total / PAGE)} onPage={setPage}>
            {data.map((batch) => (
              <BatchEntry key={batch.id} batch={batch} />
            ))}
          </Entries>
        )
      }
    </Loaded>
  );
}

function BatchEntry({ batch }: { batch: RequestBatch }) {
  const navigate = useNavigate();
  const { id, kind, file_name: name, requests, requested_by: by, created_at: at } = batch;
  return (
    <Entry
      title={name}
      onOpen={() => void navigate({ to: batchAddress(id) })}
      details={[
        `${requestsInWords(kind, requests)} · requested by ${by}, ${formatMoment(at)}`,
        countsInWords(batch),
      ]}
      state={batchState(batch)}
    />
  );
}
