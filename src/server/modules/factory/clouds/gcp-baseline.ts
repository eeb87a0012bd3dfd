import { accessWords, type Baseline } from '#resources/baseline.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { Step } from '../ledger/step.ts';
import { accessStep } from './access-step.ts';

/** The roles that groups get on a project, a step for each. */
export const gcpBaseline = (gcp: GcpProvider, { access }: Baseline): Step[] =>
  access.map(({ role, group }, at) => {
    const words = accessWords({ role, group });
    return {
      name: accessStep(at),
      label: `Give ${words}`,
      input: async () => ({ role, group }),
      // The policy is read before it is written, and who has the role already gets nothing: there is nothing to find.
      call: async ({ ids }, given) => {
        await gcp.bind(ids['project_id'] ?? '', String(given['role']), `group:${String(given['group'])}`);
        return { state: 'done', note: words };
      },
    };
  });
