import type { Done } from '#web/generic/additions/additions.ts';
import type { Outcome } from '#web/ui/outcome.tsx';

type Deployment = Readonly<Record<string, unknown>>;

/** That a deployment was begun, with the way to it. */
export function begunOutcome(deployment: Deployment): Outcome {
  const waits = deployment['state'] === 'waiting_approval';
  return {
    title: waits ? 'It waits until those who decide have agreed.' : 'It is being done.',
    link: { label: 'See its steps', to: `/auth/view/cloud_deployments/${String(deployment['id'])}` },
  };
}

/** The same as the end of an action. */
export const begunNotice = (deployment: Deployment): Done => ({ notice: begunOutcome(deployment) });
