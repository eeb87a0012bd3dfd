import { registry } from '#resources/registry.ts';
import { HomePage } from '#web/features/home/home-page.tsx';
import { Statistics } from '#web/features/statistics/statistics.tsx';

/** The start page, with the statistics that have a page of their own too. */
export function HomeRoute() {
  return <HomePage registry={registry} statistics={<Statistics />} />;
}
