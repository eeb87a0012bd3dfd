import { registry } from '#resources/registry.ts';
import { HomePage } from '#web/features/home/home-page.tsx';
import { listScreen } from './screens.ts';

/** The start page, with the models whose list can be opened. */
export function HomeRoute() {
  return (
    <HomePage registry={registry} models={registry.all.filter((resource) => listScreen('view', resource))} />
  );
}
