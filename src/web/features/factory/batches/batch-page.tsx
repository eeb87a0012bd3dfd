import { Anchor, Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { BatchInFull, BatchRow } from '#calls/batches.ts';
import { grouped } from '#kernel/written.ts';
import { deedKinds } from '#resources/account-life.ts';
import { sessionState } from '#web/data/session-store.ts';
import { usePerson } from '#web/data/use-session.ts';
import { useListState } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { Entries, Entry, StateBadge } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { MayNotRequest } from '../may-not-request.tsx';
import { deploymentAddress } from '../request-form-state.ts';
import {
  batchQuery,
  batchState,
  countsInWords,
  HERE,
  PAGE,
  requestsInWords,
  requestState,
} from './batches.ts';
import type { Decision } from './decision-dialog.tsx';
import { RetryButton } from './retry-button.tsx';
import classes from './batches.module.css';

const DecisionDialog = lateDialog(
  () => import('./decision-dialog.tsx'),
  ({ onClose }) => onClose(),
);

/** /auth/request-batches/<id>: how far each request of a batch is, and the decision about it. */
export function BatchPage() {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const id = String(params['id'] ?? '');
  const may = usePerson()?.rights.operate ?? false;
  if (may) return <OneBatch key={id} id={id} />;
  return (
    <>
      <PageHeader title="Request Batch" crumbs={crumbs} />
      <MayNotRequest what="batch of accounts" />
    </>
  );
}

const crumbs = [{ label: 'Request Batches', to: HERE }];

function OneBatch({ id }: { id: string }) {
  const load = useLoad(batchQuery(id));
  const batch = dataOf(load);
  const [decision, setDecision] = useState<Decision | null>(null);
  return (
    <>
      <PageHeader
        title={batch?.file_name ?? 'Request Batch'}
        crumbs={crumbs}
        badge={batch && <StateBadge {...batchState(batch)} />}
        description={batch && descriptionOf(batch)}
        actions={
          batch &&
          mayDecide(batch) && (
            <>
              <Button variant="default" onClick={() => setDecision('decline')}>
                Decline All
              </Button>
              <Button onClick={() => setDecision('approve')}>Approve All</Button>
            </>
          )
        }
      />
      <Loaded load={load} failed="The batch could not be loaded" height={320}>
        {(whole) => <Requests batch={whole} />}
      </Loaded>
      <Suspense>
        {batch && decision && (
          <DecisionDialog batch={batch} decision={decision} onClose={() => setDecision(null)} />
        )}
      </Suspense>
    </>
  );
}

const descriptionOf = ({ kind, requests, requested_by: by, created_at: at }: BatchInFull): string =>
  `${requestsInWords(kind, requests)} · requested by ${by}, ${formatMoment(at)}`;

const isOwn = ({ requested_by: requester }: BatchInFull): boolean => {
  const session = sessionState();
  return session.status === 'in' && session.person.email.toLowerCase() === requester.toLowerCase();
};

const mayDecide = (batch: BatchInFull): boolean => batch.counts.waiting_approval > 0 && !isOwn(batch);

/** What there is to know of a batch as a whole, in sentences. */
function notesOf(batch: BatchInFull): string[] {
  const { counts, decided_by: by, decision, decision_reason: words, left_out: left, reason } = batch;
  return [
    ...(reason === null ? [] : [`Why: ${reason}`]),
    ...(counts.waiting_approval > 0 && isOwn(batch)
      ? ['You requested this yourself, so somebody else has to approve or decline it.']
      : []),
    ...(decision === null ? [] : [`${by} ${decision} it: ${words}`]),
    ...(left > 0 ? [leftOut(batch.kind, left)] : []),
  ];
}

function leftOut(kind: string, count: number): string {
  if (kind === deedKinds.adopt)
    return `${grouped(count)} ${count === 1 ? 'account was' : 'accounts were'} refused and left out.`;
  return `${grouped(count)} ${count === 1 ? 'row was' : 'rows were'} wrong and left out. Send them once they are mended.`;
}

function Requests({ batch }: { batch: BatchInFull }) {
  const [{ page }, { setPage }] = useListState();
  const { id, rows } = batch;
  const notes = notesOf(batch);
  return (
    <Card
      title={countsInWords(batch)}
      head={
        <Anchor
          component={Link}
          to="/auth/view/cloud_deployments"
          search={{ by_batch: String(id) } as never}
          size="sm"
          underline="always"
        >
          See them among the deployments
        </Anchor>
      }
    >
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <Entries label="Requests" page={page} pages={Math.ceil(rows.length / PAGE)} onPage={setPage}>
        {rows.slice((page - 1) * PAGE, page * PAGE).map((row) => (
          <RequestEntry key={row.id} row={row} />
        ))}
      </Entries>
    </Card>
  );
}

function RequestEntry({ row }: { row: BatchRow }) {
  const navigate = useNavigate();
  const { id, name, state, identifier, cost_center: center, owner, error } = row;
  const said = [center && `Cost center ${center}`, owner].filter(Boolean).join(' · ');
  return (
    <Entry
      title={name}
      level={3}
      onOpen={() => void navigate({ to: deploymentAddress(id) })}
      details={[said, ...(identifier === null ? [] : [identifier])].filter((line) => line !== '')}
      trouble={error === null ? null : { text: error, next: null, isFinal: state === 'failed' }}
      state={requestState(state)}
      action={state === 'failed' ? <RetryButton id={id} name={name} /> : undefined}
    />
  );
}
