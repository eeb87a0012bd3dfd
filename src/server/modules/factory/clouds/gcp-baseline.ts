import { accessWords, type Baseline } from '#resources/baseline.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { Step } from '../ledger/step.ts';
import { accessStep } from './access-step.ts';
import { onceKnown } from './gcp-new-project.ts';

interface Pauses {
  seconds: number;
  lateSeconds?: number;
}

/** The roles that groups get on a project, a step for each. */
export const gcpBaseline = (
  gcp: GcpProvider,
  { seconds: pause, lateSeconds }: Pauses,
  { access }: Baseline,
): Step[] =>
  access.map(({ role, group }, at) => {
    const words = accessWords({ role, group });
    // The policy is read before it is written, and who has the role already gets nothing: there is nothing to find.
    const bind: Step['call'] = ({ ids }) =>
      onceKnown(ids, { pause, lateSeconds, refused: 'say who may use it' }, async () => {
        await gcp.bind(ids['project_id'] ?? '', role, `group:${group}`);
        return { state: 'done', note: words };
      });
    return {
      name: accessStep(at),
      label: `Give ${words}`,
      input: async () => ({ role, group }),
      call: bind,
      look: bind,
    };
  });
