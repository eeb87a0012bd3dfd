import type { Actor } from '#server/platform/base/actor.ts';
import { can } from './roles.ts';

/**
 * Whose jobs and mails a person sees, sends again and tries again: null for everybody's, which is what operators
 * see, else the address of the person who requested them.
 */
export const workVisibleTo = (actor: Actor): string | null =>
  can(actor, 'see_work_of_all') ? null : actor.email;
