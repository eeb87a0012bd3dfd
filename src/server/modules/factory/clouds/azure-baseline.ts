import { createHash } from 'node:crypto';
import { policyWords, type AssignedPolicy } from '#kernel/cloud/azure-policies.ts';
import { accessWords, type Baseline } from '#resources/baseline.ts';
import { OF_BASELINE } from '#resources/cloud-deployments.ts';
import type { Azure } from '#server/providers/azure/interface.ts';
import type { Step } from '../ledger/step.ts';
import { accessStep } from './access-step.ts';
import { groupRoleStep, idOf, onceSeen, type Looks } from './azure-steps.ts';

/** So long Azure may take to register a resource provider, by its own word some minutes. */
const REAL_PAUSE = 15;

/** What a subscription gets besides: roles for groups, the resource providers that it is registered with, and policies. */
export function azureBaseline(
  azure: Azure,
  looks: Looks,
  { template, access, resource_providers: namespaces, policies = [] }: Baseline,
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
  return [
    ...roles,
    ...(namespaces.length > 0 ? [registerStep(azure, looks, namespaces)] : []),
    ...policies.map((policy, at) => policyStep(azure, looks, { policy, at, template })),
  ];
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

/** Assigns a policy to the subscription, by a name that follows from what it says, so that the second time is the first. */
function policyStep(
  azure: Azure,
  looks: Looks,
  { policy, at, template }: { policy: AssignedPolicy; at: number; template: string },
): Step {
  const words = policyWords(policy);
  const wanted = { ...policy, name: nameOf(policy), displayName: `Skyledger: ${template}` };
  const assign: Step['call'] = (context) =>
    onceSeen(context, looks, async () => {
      const { signal } = context;
      const id = idOf(context);
      if (!(await azure.hasPolicy(id, wanted.name, signal))) await azure.assignPolicy(id, wanted, signal);
      return { state: 'done', note: `${policy.definition}, as ${wanted.name}.` };
    });
  return {
    name: `${OF_BASELINE}policy_${at + 1}`,
    label: `Assign ${words}`,
    input: async () => ({ ...wanted }),
    call: assign,
    look: assign,
  };
}

/** The name of an assignment: the same for the same policy with the same parameters, in whatever order they are. */
function nameOf({ definition, parameters }: AssignedPolicy): string {
  const text = JSON.stringify([definition.toLowerCase(), inOrder(parameters)]);
  return `skyledger-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

/** A value of JSON with the members of its objects in the order of their names. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return members.map(([name, one]) => [name, inOrder(one)]);
}
