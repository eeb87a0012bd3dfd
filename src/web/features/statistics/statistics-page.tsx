import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { Statistics } from './statistics.tsx';

/** The statistics by themselves. */
export function StatisticsPage() {
  return (
    <>
      <PageHeader
        title="Statistics"
        description="How much of everything there is: terminated accounts count nowhere, cost centers while they are valid."
      />
      <Statistics />
    </>
  );
}
