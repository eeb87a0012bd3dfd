import type { Values } from '#kernel/input.ts';
import { dcoeMembers } from '#resources/dcoe-members.ts';
import { members } from '#resources/members.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Somebody whose name is not told is known by the email. */
const complete = async (_context: unknown, inputs: readonly Values[]): Promise<void> => {
  for (const input of inputs) if (isBlank(input['name'])) input['name'] = input['email'];
};

export const membersBehaviour: Behaviour = { resource: members.name, complete };
export const dcoeMembersBehaviour: Behaviour = { resource: dcoeMembers.name, complete };
