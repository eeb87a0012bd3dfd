import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RecentChange } from '#calls/overview.ts';
import type { Registry } from '#kernel/registry.ts';
import { ChangeSentence } from '#web/generic/changes/change-sentence.tsx';
import { useLoad } from '#web/generic/use-load.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { changesQuery } from './overview.ts';
import home from './home-page.module.css';
import classes from './recent-changes.module.css';

/** The number of changes that are shown. */
export const LATEST = 8;

/** Who changed what last, whatever the model. */
export function RecentChanges({ registry }: { registry: Registry }) {
  const load = useLoad(changesQuery(LATEST));
  return (
    <section aria-labelledby="recent-changes" aria-busy={load.is === 'loading'}>
      <div className={classes.head}>
        <h2 id="recent-changes" className={home.heading}>
          Recent changes
        </h2>
        <Link to="/auth/activity">All activity</Link>
      </div>
      {load.is === 'failed' && (
        <ErrorState error={load.error} title="The last changes could not be loaded" onRetry={load.retry} />
      )}
      {load.is === 'loading' && (
        <ul className={classes.changes}>
          {Array.from({ length: LATEST }, (_, at) => (
            <li key={at}>
              <Skeleton height={20} />
            </li>
          ))}
        </ul>
      )}
      {load.is === 'loaded' && load.data.length === 0 && (
        <p className={classes.nothing}>Nothing has been changed yet.</p>
      )}
      {load.is === 'loaded' && load.data.length > 0 && (
        <ul className={classes.changes}>
          {load.data.map((change) => (
            <Change key={`${change.at} ${change.model} ${change.id}`} change={change} registry={registry} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Change({ change, registry }: { change: RecentChange; registry: Registry }) {
  const { action, model, id, title, count, fields, by, at } = change;
  return (
    <li>
      <ChangeSentence
        resource={registry.get(model)}
        by={by}
        action={action}
        count={count}
        fields={fields}
        record={{ id, title, is: 'there' }}
        listed
      />
      <time dateTime={at}>{formatMoment(at)}</time>
    </li>
  );
}
