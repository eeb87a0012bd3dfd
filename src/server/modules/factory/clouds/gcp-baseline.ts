import { accessWords, type Baseline } from '#resources/baseline.ts';
import { OF_BASELINE } from '#resources/cloud-deployments.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { Step } from '../ledger/step.ts';
import { accessStep } from './access-step.ts';
import { onceKnown } from './gcp-new-project.ts';

interface Pauses {
  seconds: number;
  lateSeconds?: number;
}

/** What a project gets besides: roles for groups, and the services that it uses. */
export function gcpBaseline(
  gcp: GcpProvider,
  pauses: Pauses,
  { access, google_services: services = [] }: Baseline,
): Step[] {
  const { seconds: pause, lateSeconds } = pauses;
  const roles = access.map(({ role, group }, at): Step => {
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
  return [...roles, ...(services.length > 0 ? [enableStep(gcp, pauses, services)] : [])];
}

/** The operation that enables services at the moment; empty where there is none. */
const OPERATION = 'services_operation';

/** Enables services. Those that are enabled need no call, and Google takes no more than some at once. */
function enableStep(
  gcp: GcpProvider,
  { seconds: pause, lateSeconds }: Pauses,
  services: readonly string[],
): Step {
  const enable: Step['call'] = async ({ ids }) => {
    const answer = await onceKnown(ids, { pause, lateSeconds, refused: 'enable its services' }, async () => {
      const project = ids['project_id'] ?? '';
      const off = await gcp.servicesOff(project, services);
      if (off.length === 0) return { state: 'done', note: services.join(', ') };
      const { operation } = await gcp.enableServices(project, off);
      return {
        state: 'waiting',
        ids: { [OPERATION]: operation },
        note: `Google enables ${off.join(', ')}.`,
        lookAgain: pause,
      };
    });
    // An operation of before is over, however it ended.
    return answer.state === 'waiting' ? { ...answer, ids: { [OPERATION]: '', ...answer.ids } } : answer;
  };
  return {
    name: `${OF_BASELINE}google_services`,
    label: 'Enable its services',
    input: async () => ({ services }),
    call: enable,
    look: async (context, input) => {
      const { [OPERATION]: operation = '' } = context.ids;
      const progress = operation === '' ? null : await gcp.enabling(operation);
      if (progress?.state === 'failed') throw progress.failure;
      if (progress?.state === 'running') return { state: 'waiting', lookAgain: pause };
      return enable(context, input);
    },
  };
}
