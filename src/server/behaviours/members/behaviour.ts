import { invalid, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { dcoeMembers } from '#resources/dcoe-members.ts';
import { members } from '#resources/members.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import type { CompletionContext } from '#server/engine/hooks.ts';
import { memberLinkRoutes } from './link-routes.ts';
import { isBlank, takeNames } from './names.ts';

/** Somebody whose name is not told is known by the email; department and business unit may be told by their names. */
const completing =
  (resource: Resource) =>
  async ({ runner }: CompletionContext, inputs: readonly Values[]): Promise<void> => {
    const errors: FieldError[] = [];
    for (const input of inputs) {
      if (isBlank(input['name'])) input['name'] = input['email'];
      errors.push(...(await takeNames(runner, resource, input)));
    }
    if (errors.length > 0) throw invalid(errors);
  };

export const membersBehaviour: Behaviour = {
  resource: members.name,
  complete: completing(members),
  routes: memberLinkRoutes,
};
export const dcoeMembersBehaviour: Behaviour = {
  resource: dcoeMembers.name,
  complete: completing(dcoeMembers),
};
