import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { RecentChange } from '#kernel/overview.ts';
import type { Registry } from '#kernel/registry.ts';
import { usePerson } from '#web/data/use-session.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { formatMoment } from '#web/ui/moments.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { changesQuery } from './overview.ts';
import home from './home-page.module.css';
import classes from './recent-changes.module.css';

/** So many changes are told. */
const LATEST = 8;

/** Whether it is not known yet how many lines there are, which decides where all below them stands. */
export const useChangesLoading = () => useLoad(changesQuery(LATEST)).is === 'loading';

const VERBS: Record<RecentChange['action'], string> = {
  create: 'added',
  import: 'imported',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
};

/** Who changed what last, whatever the model. */
export function RecentChanges({ registry }: { registry: Registry }) {
  const load = useLoad(changesQuery(LATEST));
  return (
    <section aria-labelledby="recent-changes" aria-busy={load.is === 'loading'}>
      <h2 id="recent-changes" className={home.heading}>
        Recent changes
      </h2>
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
  const { action, model, id, title, count, more, fields, by, at } = change;
  const me = usePerson()?.email === by.email;
  const { label, noun } = registry.get(model);
  const many = `${count.toLocaleString('en')}${more ? '+' : ''} ${noun[1]}`;
  return (
    <li>
      <span className={classes.sentence}>
        <strong title={by.email}>{me ? 'You' : (by.name ?? by.email)}</strong> {VERBS[action]}{' '}
        {fields.length > 0 && <>{fieldsWords(fields)} of </>}
        {count > 1 ? (
          <Link to="/auth/$action/$model" params={{ action: 'view', model }}>
            {many}
          </Link>
        ) : (
          <>
            {noun[0]}{' '}
            <Link to="/auth/$action/$model/$modelId" params={{ action: 'view', model, modelId: String(id) }}>
              {title ?? `${label[0]} ${id}`}
            </Link>
          </>
        )}
      </span>
      <time dateTime={at}>{formatMoment(at)}</time>
    </li>
  );
}

/** So many fields are named, the rest is counted. */
const NAMED = 2;
const listed = new Intl.ListFormat('en');

function fieldsWords(fields: readonly string[]): string {
  const rest = fields.length - NAMED;
  if (rest <= 1) return listed.format(fields);
  return listed.format([...fields.slice(0, NAMED), `${rest} more fields`]);
}
