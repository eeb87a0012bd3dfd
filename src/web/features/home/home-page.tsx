import type { ReactNode } from 'react';
import type { Registry } from '#kernel/registry.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { usePerson } from '#web/data/use-session.ts';
import { reportsQuery } from '#web/data/work.ts';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { QuickUtilities } from './quick-utilities.tsx';
import { RecentChanges, useChangesLoading } from './recent-changes.tsx';
import { waitingQuery } from './overview.ts';
import { WaitingWorkSection } from './waiting-work.tsx';
import classes from './home-page.module.css';

interface HomePageProps {
  registry: Registry;
  /** How much of everything there is. */
  statistics: ReactNode;
}

/** The start page: what waits, what others did, what can be requested, and how much of everything there is. */
export function HomePage({ registry, statistics }: HomePageProps) {
  const person = usePerson();
  // How much waits decides the position of everything below it, which would jump; all of it is fetched at once.
  const counting = useLoad(waitingQuery()).is === 'loading';
  const changing = useChangesLoading();
  useLoad(reportsQuery());
  const firstName = person?.name?.split(' ')[0];
  return (
    <>
      <PageHeader
        title={firstName ? `Good to see you, ${firstName}` : 'Home'}
        description="The reference data that decides who pays for the cloud, and who owns it."
      />
      <WaitingWorkSection registry={registry} />
      {!counting && <RecentChanges registry={registry} />}
      {!counting && !changing && <Rest statistics={statistics} />}
    </>
  );
}

function Rest({ statistics }: Pick<HomePageProps, 'statistics'>) {
  return (
    <>
      <QuickUtilities />
      <section aria-labelledby="statistics">
        <h2 id="statistics" className={classes.heading}>
          Statistics
        </h2>
        {statistics}
      </section>
    </>
  );
}
