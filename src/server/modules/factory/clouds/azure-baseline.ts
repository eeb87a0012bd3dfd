import { accessWords, type Baseline } from '#resources/baseline.ts';
import { OF_BASELINE } from '#resources/cloud-deployments.ts';
import type { Azure } from '#server/providers/azure/interface.ts';
import type { Step } from '../ledger/step.ts';
import { accessStep } from './access-step.ts';
import { groupRoleStep, idOf, onceSeen, type Looks } from './azure-steps.ts';

/** So long Azure may take to register a resource provider, by its own word some minutes. */
const REAL_PAUSE = 15;

/** What a subscription gets besides: roles for groups, and the resource providers that it is registered with. */
export function azureBaseline(
  azure: Azure,
  looks: Looks,
  { access, resource_providers: namespaces }: Baseline,
): Step[] {
  const roles = access.map(({ role, group }, at) =>
    groupRoleStep(azure, looks, {
      name: accessStep(at),
      label: `Give ${accessWords({ role, group })}`,
      role,
      group,
      missing: `Azure has no role '${role}'. Make it there, then retry; or correct the template, for other subscriptions.`,
    }),
  );
  return [...roles, ...(namespaces.length > 0 ? [registerStep(azure, looks, namespaces)] : [])];
}

/** Registers the subscription with resource providers. Those that it is registered with need no call. */
function registerStep(azure: Azure, looks: Looks, namespaces: readonly string[]): Step {
  const register: Step['call'] = (context) =>
    onceSeen(context, looks, async () => {
      const { signal } = context;
      const id = idOf(context);
      const waiting: string[] = [];
      for (const namespace of namespaces) {
        const state = await azure.registration(id, namespace, signal);
        if (state === 'registered') continue;
        waiting.push(namespace);
        if (state === 'none') await azure.register(id, namespace, signal);
      }
      const note = namespaces.join(', ');
      if (waiting.length === 0) return { state: 'done', note };
      return {
        state: 'waiting',
        note: `Azure registers ${waiting.join(', ')}.`,
        lookAgain: azure.reached.simulated ? looks.settled : REAL_PAUSE,
      };
    });
  return {
    name: `${OF_BASELINE}resource_providers`,
    label: 'Register its resource providers',
    input: async () => ({ namespaces }),
    call: register,
    look: register,
  };
}
