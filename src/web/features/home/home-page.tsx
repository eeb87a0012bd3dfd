import type { ReactNode } from 'react';
import type { Registry } from '#kernel/registry.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { usePerson } from '#web/data/use-session.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { QuickUtilities } from './quick-utilities.tsx';
import { LATEST, RecentChanges } from './recent-changes.tsx';
import { changesQuery, waitingQuery } from './overview.ts';
import { WaitingWorkSection } from './waiting-work.tsx';
import classes from './home-page.module.css';

interface HomePageProps {
  registry: Registry;
  /** How much of everything there is. */
  statistics: ReactNode;
  /** Whether it is still counted, which decides how high the statistics are. */
  counting: boolean;
}

/**
 * The start page: what can be requested and how much of everything there is; then what waits, and what others did. Where the
 * window is wide the latter stand beside the statistics. Each part is painted when it is known how high those above it are.
 */
export function HomePage({ registry, statistics, counting }: HomePageProps) {
  const person = usePerson();
  const waiting = useLoad(waitingQuery()).is === 'loading';
  useLoad(changesQuery(LATEST));
  const firstName = person?.name?.split(' ')[0];
  return (
    <>
      <PageHeader
        title={firstName ? `Good to see you, ${firstName}` : 'Home'}
        description="The reference data that decides who pays for the cloud, and who owns it."
        slim
      />
      <QuickUtilities />
      <div className={classes.columns}>
        <section aria-labelledby="statistics">
          <h2 id="statistics" className={classes.heading}>
            Statistics
          </h2>
          {statistics}
        </section>
        {!counting && (
          <div className={classes.work}>
            <WaitingWorkSection registry={registry} />
            {!waiting && <RecentChanges registry={registry} />}
          </div>
        )}
      </div>
    </>
  );
}
