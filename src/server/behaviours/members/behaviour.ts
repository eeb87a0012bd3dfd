import { invalid, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { dcoeMembers } from '#resources/dcoe-members.ts';
import { members } from '#resources/members.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { CompletionContext } from '#server/engine/hooks.ts';
import { leaveOther, replaceOther } from './department.ts';
import { memberLinkRoutes } from './link-routes.ts';
import { isBlank, takeNames } from './names.ts';

/** Department and business unit may be given by their names. */
async function named({ runner }: CompletionContext, resource: Resource, inputs: readonly Values[]) {
  const errors: FieldError[] = [];
  for (const input of inputs) errors.push(...(await takeNames(runner, resource, input)));
  if (errors.length > 0) throw invalid(errors);
}

type Common = Pick<Behaviour, 'complete' | 'completeChange' | 'beforeCreate' | 'beforeUpdate'>;

/** The parts common to members of both communities; somebody whose name is not stated is known by the email. */
const naming = (resource: Resource): Common => ({
  complete: (context, inputs) => {
    for (const input of inputs) if (isBlank(input['name'])) input['name'] = input['email'];
    return named(context, resource, inputs);
  },
  completeChange: async (context, input) => {
    await named(context, resource, [input]);
    await leaveOther(context.runner, input);
  },
  beforeCreate: ({ tx }, values) => replaceOther(tx, values),
  beforeUpdate: ({ tx }, { current, values }) => replaceOther(tx, values, current),
});

export const membersBehaviour: Behaviour = {
  resource: members.name,
  ...naming(members),
  routes: memberLinkRoutes,
};
export const dcoeMembersBehaviour: Behaviour = {
  resource: dcoeMembers.name,
  ...naming(dcoeMembers),
};
