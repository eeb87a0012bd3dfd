import { accessWords, type Baseline } from '#resources/baseline.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { AwsProvider, Progress } from '#server/providers/aws/interface.ts';
import type { Step, StepAnswer, StepContext } from '../../ledger/step.ts';
import { accessStep } from '../access-step.ts';
import { accountOf, lookAgain, type AwsRecipeParts } from './parts.ts';

const USUAL_PAUSE = 5;

/** Gives a group a permission set in the account; no step where the portal's settings name none. */
export function assignPermissionSet({ provider, access }: AwsRecipeParts): Step[] {
  if (access === null) return [];
  return [
    assignStep(provider, {
      name: 'assign_permission_set',
      label: 'Assign the permission set',
      set: access.permissionSet,
      group: access.group,
      requestId: 'assignment_request',
      missing: noSet(access.permissionSet),
    }),
  ];
}

/** The permission sets that a baseline gives to groups, a step for each. */
export const assignBaseline = (provider: AwsProvider, { access }: Baseline): Step[] =>
  access.map(({ role: set, group }, at) =>
    assignStep(provider, {
      name: accessStep(at),
      label: `Assign ${accessWords({ role: set, group })}`,
      set,
      group,
      requestId: `assignment_request_${at + 1}`,
      missing: `IAM Identity Center has no permission set '${set}'. Make it there, then retry; or correct the template, for other accounts.`,
    }),
  );

interface WantedAssignment extends Pick<Step, 'name' | 'label'> {
  /** The name of the permission set. */
  set: string;
  group: string;
  /** Names the id of AWS's own request among those of the deployment. */
  requestId: string;
  /** Said where there is no such permission set. */
  missing: string;
}

function assignStep(
  provider: AwsProvider,
  { name, label, set, group, requestId, missing }: WantedAssignment,
): Step {
  const wanted = async (context: StepContext) => {
    const permissionSet = await provider.permissionSet(set);
    if (!permissionSet) throw new ProviderFailure('refused', missing, { code: 'NO_SUCH_PERMISSION_SET' });
    return { accountId: accountOf(context), permissionSet, group };
  };
  const note = `${set} for ${group}`;
  const answer = ({ id, state, failure }: Progress): StepAnswer => {
    if (state === 'FAILED')
      throw new ProviderFailure(
        'refused',
        `The permission set was not assigned: ${failure ?? 'AWS does not say why.'}`,
      );
    const ids = { [requestId]: id };
    if (state === 'SUCCEEDED') return { state: 'done', ids, note };
    return { state: 'waiting', ids, lookAgain: lookAgain(provider, USUAL_PAUSE) };
  };
  return {
    name,
    label,
    input: async () => ({ permission_set: set, group }),
    find: async (context) =>
      (await provider.isAssigned(await wanted(context))) ? { state: 'done', note } : null,
    call: async (context) => answer(await provider.assign(await wanted(context))),
    look: async (context) => {
      const { permissionSet } = await wanted(context);
      return answer(await provider.assignment(permissionSet, context.ids[requestId] ?? ''));
    },
  };
}

export const noSet = (name: string) =>
  `IAM Identity Center has no permission set '${name}'. Make it there, or correct AWS_PERMISSION_SET.`;
