import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { hasReview } from '#kernel/reviewable.ts';
import { useOwnRows } from '#web/data/use-session.ts';
import { Card } from '#web/ui/card.tsx';
import { late } from '#web/ui/pages/late.tsx';
import { waitingOfRecord } from './waiting-calls.ts';
import classes from './peer-review.module.css';

const WaitingEntry = late(async () => ({ default: (await import('./waiting-entry.tsx')).WaitingEntry }));

/** The changes of a record that wait for a second person; nothing where none does. */
export function WaitingCard({ resource, id }: { resource: Resource; id: number }) {
  const ownOnly = useOwnRows();
  const { data = [] } = useQuery({
    ...waitingOfRecord(resource.name, id),
    enabled: !ownOnly && hasReview(resource),
  });
  if (data.length === 0) return null;
  return (
    <Card title={data.length === 1 ? 'A change waits' : `${data.length} changes wait`}>
      <ul className={classes.list} aria-label="Changes that wait">
        <Suspense>
          {data.map((change) => (
            <WaitingEntry key={change.id} change={change} resource={resource} at={id} />
          ))}
        </Suspense>
      </ul>
    </Card>
  );
}
