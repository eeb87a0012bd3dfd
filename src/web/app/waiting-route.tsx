import { registry } from '#resources/registry.ts';
import { WaitingPage } from '#web/features/peer-review/waiting-page.tsx';

/** The changes that wait for a second person. */
export function WaitingRoute() {
  return <WaitingPage registry={registry} />;
}
