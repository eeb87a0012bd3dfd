import { registry } from '#resources/registry.ts';
import { ActivityPage } from '#web/features/activity/activity-page.tsx';

/** Everything that was changed. */
export function ActivityRoute() {
  return <ActivityPage registry={registry} />;
}
