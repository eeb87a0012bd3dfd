import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import type { WaitingChange } from '#calls/peer-review.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { hasReview } from '#kernel/reviewable.ts';
import { useOwnRows } from '#web/data/use-session.ts';
import { Card } from '#web/ui/card.tsx';
import { late } from '#web/ui/pages/late.tsx';
import { waitingOfRecord } from './waiting-calls.ts';
import classes from './peer-review.module.css';

const WaitingEntry = late(async () => ({ default: (await import('./waiting-entry.tsx')).WaitingEntry }));

/** The changes of a record that wait for a second person; nothing where none does. */
export function WaitingCard({
  resource,
  registry,
  id,
}: {
  resource: Resource;
  registry: Registry;
  id: number;
}) {
  const ownOnly = useOwnRows();
  const { data } = useQuery({
    ...waitingOfRecord(resource.name, id),
    enabled: !ownOnly && hasReview(resource),
  });
  useDecided(resource, data);
  if (!data || data.length === 0) return null;
  return (
    <Card title={data.length === 1 ? 'A change waits' : `${data.length} changes wait`}>
      <ul className={classes.list} aria-label="Changes that wait">
        <Suspense>
          {data.map((change) => (
            <WaitingEntry key={change.id} {...{ change, resource, registry }} at={id} />
          ))}
        </Suspense>
      </ul>
    </Card>
  );
}

/** Reads the records of the model anew once a change waits no more: where somebody has approved it, the page shows what was before. */
function useDecided({ name }: Resource, changes: readonly WaitingChange[] | undefined): void {
  const queries = useQueryClient();
  const before = useRef<readonly number[]>([]);
  useEffect(() => {
    if (!changes) return;
    const now = changes.map(({ id }) => id);
    const decided = before.current.some((id) => !now.includes(id));
    before.current = now;
    if (decided) void queries.invalidateQueries({ queryKey: [name] });
  }, [queries, name, changes]);
}
