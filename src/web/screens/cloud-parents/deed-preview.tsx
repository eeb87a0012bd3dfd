import { Skeleton } from '@mantine/core';
import { doWithAccount, type DeedPreview } from '#calls/account-life.ts';
import { formatDay } from '#kernel/dates.ts';
import { listed } from '#kernel/written.ts';
import type { CloudDeed } from '#resources/account-life.ts';
import { previewOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Facts } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { AgainstIt } from './what-changes.tsx';
import classes from './life.module.css';

/** What would become of an account, before anybody says so. */
export function DeedPreviewPart({ id, deed }: { id: number; deed: CloudDeed }) {
  const load = useLoad({
    queryKey: [doWithAccount.topic, id, deed, 'preview'],
    queryFn: ({ signal }) => previewOf(doWithAccount, { id, deed, reason: '', dry_run: true }, { signal }),
  });
  if (load.is === 'loading') return <Skeleton height={220} />;
  if (load.is === 'failed')
    return (
      <ErrorState error={load.error} title="What would happen could not be loaded" onRetry={load.retry} />
    );
  const { data, meta } = load.data;
  return (
    <>
      <AgainstIt title="It cannot be done" problems={data.problems} unchecked={meta.unchecked} />
      <Effects preview={data} />
    </>
  );
}

function Effects({ preview }: { preview: DeedPreview }) {
  const {
    effects,
    way_back: wayBack,
    last_day: lastDay,
    told: mailed,
    decides,
    costs,
    counted,
    steps,
  } = preview;
  const facts = [...costs, ...counted];
  return (
    <>
      <ul className={classes.list}>
        {effects.map((one) => (
          <li key={one}>{one}</li>
        ))}
        <li>
          {wayBack}
          {lastDay !== null && ` Begun today, the last day that is sure is ${formatDay(lastDay)}.`}
        </li>
        <li>A mail goes to {listed(mailed)}, and to you.</li>
      </ul>
      {decides.length > 0 && (
        <>
          <p className={classes.part}>Who has to agree first</p>
          <ul className={classes.list}>
            {decides.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </>
      )}
      <Facts>
        {facts.map(({ label, value }) => (
          <div key={label + value}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Steps</dt>
          <dd>{steps.join(', ')}</dd>
        </div>
      </Facts>
    </>
  );
}
