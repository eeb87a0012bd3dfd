import { registry } from '#resources/registry.ts';
import { HomePage } from '#web/features/home/home-page.tsx';
import { estateQuery } from '#web/features/statistics/estate.ts';
import { Statistics } from '#web/features/statistics/statistics.tsx';
import { useLoad } from '#web/generic/use-load.ts';

/** The start page, with the statistics that have a page of their own too. */
export function HomeRoute() {
  const counting = useLoad(estateQuery()).is === 'loading';
  return <HomePage registry={registry} statistics={<Statistics />} counting={counting} />;
}
