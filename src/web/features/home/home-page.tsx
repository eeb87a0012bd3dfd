import { useQueries } from '@tanstack/react-query';
import type { Resource } from '#kernel/resource.ts';
import { listQuery } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import { loadOf } from '#web/generic/use-load.ts';
import { dataOf } from '#web/ui/loaded.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ModelCard } from './model-card.tsx';
import { QuickUtilities } from './quick-utilities.tsx';
import { RecentChanges } from './recent-changes.tsx';
import classes from './home-page.module.css';

/** How many of the latest records of each model compete for a place among the latest of all. */
const LATEST = 6;

/** The start page: what there is, how much of it, what changed last, and the way to each. */
export function HomePage({ models }: { models: readonly Resource[] }) {
  const person = usePerson();
  const firstName = person?.name?.split(' ')[0];
  const lists = useQueries({
    queries: models.map(({ name }) => listQuery(name, { page: 1, per_page: LATEST, sort: '-updated_at' })),
  }).map((list) => loadOf(list));
  const latest = lists
    .flatMap((list, at) => {
      const resource = models[at];
      return resource ? (dataOf(list)?.data ?? []).map((record) => ({ resource, record })) : [];
    })
    .toSorted((a, b) => b.record.updated_at.localeCompare(a.record.updated_at))
    .slice(0, LATEST);
  return (
    <>
      <PageHeader
        title={firstName ? `Good to see you, ${firstName}` : 'Home'}
        description="The reference data that decides who pays for the cloud, and who owns it."
      />
      <QuickUtilities />
      <section aria-labelledby="statistics">
        <h2 id="statistics" className={classes.heading}>
          Statistics
        </h2>
        <div className={classes.cards}>
          {models.map((resource, at) => (
            <ModelCard key={resource.name} resource={resource} list={lists[at] ?? { is: 'loading' }} />
          ))}
        </div>
      </section>
      <RecentChanges latest={latest} loading={lists.some(({ is }) => is === 'loading')} size={LATEST} />
    </>
  );
}
