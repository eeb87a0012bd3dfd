import { choiceName } from '#kernel/fields/choice.ts';
import { cloudDeployments, type DeploymentState } from '#resources/cloud-deployments.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { STATE_COLORS } from './states.ts';

/** The state of a deployment, in a word beside a dot. */
export function DeploymentBadge({ state }: { state: DeploymentState }) {
  return <StateBadge word={choiceName(cloudDeployments.fields.state, state)} color={STATE_COLORS[state]} />;
}
