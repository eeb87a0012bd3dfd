import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Run } from '#calls/runs.ts';
import { BILLING_RUNS } from '#kernel/comments/comments.ts';
import { usePerson } from '#web/data/use-session.ts';
import { useJob } from '#web/data/work.ts';
import { Comments } from '#web/generic/comments/comments.tsx';
import { lastListSearch } from '#web/generic/list-state.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { JobProgress } from '#web/generic/work/job-progress.tsx';
import { StateBadge } from '#web/ui/entries.tsx';
import { Awaited, InOrder } from '#web/ui/pages/in-order.tsx';
import { late } from '#web/ui/pages/late.tsx';
import { dataOf, Loaded, type Load } from '#web/ui/pages/loaded.tsx';
import { formatMoment, formatMonth } from '#web/ui/moments.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { isRunUnderWay, kindOf, LIST, PROVIDERS, RUN_STATES, runAddress, runQuery } from '../billing.ts';
import { lacksQuery } from '../finalize-options.ts';
import { Changes } from './changes.tsx';
import { mayChargeGithub } from '../copilot/copilot.ts';
import { Commitments } from './commitments.tsx';
import { CorrectedBy, Correction } from './correction.tsx';
import { ExistingQuestion } from './existing-question.tsx';
import { Exceptions } from '../exceptions/exceptions.tsx';
import { Figures } from './figures.tsx';
import { Files } from './files.tsx';
import { Differences, Finalized } from './finalized.tsx';
import { HeldAgainst } from './held-against.tsx';
import { Invoices } from './invoices.tsx';
import { Part } from '../part.tsx';
import { PLACES } from './places.ts';
import { MissingParts, missingOf, Parts } from './parts.tsx';
import { Postings } from './postings.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { RULES_PAGE } from '../rules/rules.ts';
import { RepeatedLines } from './repeated-lines.tsx';
import { RunActions } from './run-actions.tsx';
import { Spread } from './spread.tsx';
import { Steps } from './steps.tsx';
import classes from '../run.module.css';

const CopilotPart = late(() => import('../copilot/copilot-part.tsx'));

/** /auth/billing-automation/runs/{id}: a billing run from its file to its bills, as a controller signs it. */
export function RunPage() {
  const { runId = '' } = useParams({ strict: false });
  // Another run is another page: what is open of one, such as a dialog, is never done to the next.
  return <OneRun key={runId} runId={runId} />;
}

function OneRun({ runId }: { runId: string }) {
  const load = useShownRun(runId);
  const run = dataOf(load);
  const may = usePerson()?.rights.operate ?? false;
  return (
    <>
      <PageHeader
        title={`Billing Run ${runId}`}
        crumbs={[{ label: 'Billing Automation', to: LIST, search: lastListSearch(LIST) }]}
        badge={run && <StateBadge {...RUN_STATES[run.state]} />}
        description={run && <RunDescription run={run} />}
        actions={run && may && <RunActions run={run} />}
      />
      <Loaded load={load} failed="The billing run could not be loaded">
        {(shown) => <Shown run={shown} may={may} />}
      </Loaded>
    </>
  );
}

/** A run with the parts of its page: a final one is rendered once its remaining options are known. */
function useShownRun(id: string): Load<Run> {
  const lacks = useLoad(lacksQuery);
  const load = useLoad(runQuery(id));
  return lacks.is === 'loading' && dataOf(load)?.state === 'final' ? lacks : load;
}

/** The subject of a run, in a line. */
const RunDescription = ({ run }: { run: Run }) => (
  <>
    {kindOf(run)}
    {PROVIDERS[run.provider]}, {formatMonth(run.month)} · {run.file_name} · begun by {run.created_by},{' '}
    {formatMoment(run.created_at)} · allocated by{' '}
    <Link to={RULES_PAGE} className={classes.inText}>
      version {run.rules_version} of the rules
    </Link>
  </>
);

function Shown({ run, may }: { run: Run; may: boolean }) {
  const { state } = run;
  const open = state === 'needs_review' || state === 'ready';
  return (
    <div className={classes.room}>
      <div className={classes.run}>
        <InOrder>
          <RunStatus run={run} />
          <CorrectedBy run={run} />
          {run.invoices.length > 0 && <HeldAgainst run={run} />}
          {run.existing_run !== null && <ExistingQuestion run={run} mayAnswer={may && open} />}
          {missingOf(run).length > 0 && open && <MissingParts run={run} />}
          {run.totals.length > 0 && <Figures run={run} />}
          {run.differences.length > 0 && <Differences differences={run.differences} />}
          {run.exceptions > 0 && <Exceptions run={run} open={open} mayAssign={may && open} />}
          {run.totals.length > 0 && (
            <>
              <Part title="Reconciliation" place={PLACES.reconciliation}>
                <Reconciliation run={run} />
                <RepeatedLines of={run.repeated_lines} />
              </Part>
              <Spread run={run} />
              {run.has_commitments && <Commitments run={run} />}
              {run.corrects.length > 0 && !isRunUnderWay(run) && (
                <Correction run={run} mayLeave={may && open} />
              )}
              {!isRunUnderWay(run) && <Changes run={run} />}
              <Suspense fallback={<Awaited />}>
                {mayChargeGithub(run) && <CopilotPart run={run} mayDecide={may && open} />}
              </Suspense>
              <Postings run={run} />
              <Invoices run={run} mayChange={may && open} />
              {run.parts.length > 0 && <Parts run={run} mayAdd={may && open} />}
            </>
          )}
          <div className={classes.part}>
            <Comments model={BILLING_RUNS} id={run.id} />
          </div>
        </InOrder>
        <aside aria-label="About this run">
          <Finalized run={run} />
          <Steps steps={run.steps} />
          <Files run={run} />
        </aside>
      </div>
    </div>
  );
}

/** The most important facts: that it works, why it failed, what came after it. */
function RunStatus({ run }: { run: Run }) {
  if (isRunUnderWay(run)) return <Working run={run} />;
  if (run.state === 'failed')
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="The run failed" role="alert">
        {run.error}
      </Alert>
    );
  if (run.error !== null)
    return (
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="It could not be finalized">
        {run.error}
      </Alert>
    );
  if (run.superseded_by !== null)
    return (
      <Alert color="blue" variant="light" icon={<IconInfoCircle aria-hidden />}>
        {run.superseded_by > run.id
          ? 'A newer file has taken the place of this one'
          : 'This file was left out, or is a part of the other run'}
        , so this run books nothing.{' '}
        <Link to={runAddress(run.superseded_by)}>See billing run {run.superseded_by}</Link>
      </Alert>
    );
  return null;
}

/** How far the work on a run is. */
function Working({ run }: { run: Run }) {
  const { job } = useJob(run.job_id);
  const step = run.steps.findLast(({ state }) => state === 'running');
  return (
    <div className={classes.job} role="status">
      <Text fw={560}>{step?.name ?? (run.state === 'finalizing' ? 'Finalizing' : 'Waiting to begin')}…</Text>
      {job && <JobProgress job={job} />}
    </div>
  );
}
