import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { viaWords } from '#kernel/activity.ts';
import { isOfComment, type HistoryEntry } from '#kernel/history.ts';
import type { Resource } from '#kernel/resource.ts';
import { historyQuery } from '#web/data/queries.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { useHint } from '#web/ui/use-hint.tsx';
import { ChangeValues } from '../changes/change-values.tsx';
import { ChangeWhy } from '../changes/change-why.tsx';
import { loadOf } from '../use-load.ts';
import classes from './record-history.module.css';
import { Card } from '#web/ui/card.tsx';

/** The kind of a change, in the words before its time. */
const VERBS: Record<HistoryEntry['action'], string> = {
  create: 'created it',
  update: 'changed it',
  delete: 'deleted it',
  restore: 'restored it',
  import: 'imported it',
  comment: 'commented on it',
  change_comment: 'changed a comment',
  delete_comment: 'deleted a comment',
};

/** Who changed what and when, the newest change first; older ones are loaded with a button. */
export function RecordHistory({ resource, id }: { resource: Resource; id: number }) {
  const history = useInfiniteQuery(historyQuery(resource.name, id));
  return (
    <Card title="History">
      <Loaded load={loadOf(history)} height={96}>
        {({ entries, total }) =>
          entries.length === 0 ? (
            <p className={classes.nothing}>Nothing has been recorded yet.</p>
          ) : (
            <>
              <ol className={classes.timeline}>
                {entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
              {history.hasNextPage && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  loading={history.isFetchingNextPage}
                  onClick={() => void history.fetchNextPage()}
                >
                  Show older changes ({total - entries.length} more)
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { changes } = entry;
  const via = viaWords(entry.via, entry.action);
  const many = entry.action !== 'update' && !isOfComment(entry.action) && changes.length > 0;
  const request = useHint(`Request ${entry.request_id}`);
  return (
    <li className={classes.entry} data-action={entry.action}>
      <p className={classes.head}>
        <span>
          <strong>{entry.by.name ?? entry.by.email}</strong> {VERBS[entry.action]}
          {via && `, ${via}`}
        </span>
        <button type="button" className={classes.when} data-read {...request.props}>
          <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
        </button>
        {request.hint}
      </p>
      {many ? (
        <details className={classes.values}>
          <summary>{entry.action === 'delete' ? 'Its last values' : 'With these values'}</summary>
          <ChangeValues changes={changes} />
        </details>
      ) : (
        <ChangeValues changes={changes} />
      )}
      <ChangeWhy {...entry} />
    </li>
  );
}
