import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { AwsProvider, Progress } from '#server/providers/aws/interface.ts';
import type { Step, StepAnswer, StepContext } from '../../ledger/step.ts';
import { accountOf, lookAgain, type AwsRecipeParts } from './parts.ts';

const USUAL_PAUSE = 5;

/** Gives a group a permission set in the account; no step where the portal's settings name none. */
export function assignPermissionSet({ provider, access }: AwsRecipeParts): Step[] {
  if (access === null) return [];
  const wanted = async (context: StepContext) => {
    const permissionSet = await provider.permissionSet(access.permissionSet);
    if (!permissionSet)
      throw new ProviderFailure('refused', noSet(access.permissionSet), { code: 'NO_SUCH_PERMISSION_SET' });
    return { accountId: accountOf(context), permissionSet, group: access.group };
  };
  const note = `${access.permissionSet} for ${access.group}`;
  return [
    {
      name: 'assign_permission_set',
      label: 'Assign the permission set',
      input: async () => ({ permission_set: access.permissionSet, group: access.group }),
      find: async (context) =>
        (await provider.isAssigned(await wanted(context))) ? { state: 'done', note } : null,
      call: async (context) => answer(provider, await provider.assign(await wanted(context)), note),
      look: async (context) => {
        const { permissionSet } = await wanted(context);
        const request = context.ids['assignment_request'] ?? '';
        return answer(provider, await provider.assignment(permissionSet, request), note);
      },
    },
  ];
}

export const noSet = (name: string) =>
  `IAM Identity Center has no permission set '${name}'. Make it there, or correct AWS_PERMISSION_SET.`;

function answer(provider: AwsProvider, { id, state, failure }: Progress, note: string): StepAnswer {
  if (state === 'FAILED')
    throw new ProviderFailure(
      'refused',
      `The permission set was not assigned: ${failure ?? 'AWS does not say why.'}`,
    );
  if (state === 'SUCCEEDED') return { state: 'done', ids: { assignment_request: id }, note };
  return { state: 'waiting', ids: { assignment_request: id }, lookAgain: lookAgain(provider, USUAL_PAUSE) };
}
