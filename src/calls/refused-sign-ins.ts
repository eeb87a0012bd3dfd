import { z } from 'zod';
import { defineCall } from './call.ts';
import { total } from './sessions.ts';
import { moment, searchText } from './shapes.ts';

/*
 * Sign-ins that were refused, for administrators.
 */

const refusedSignIn = z.object({
  id: z.string(),
  at: moment,
  kind: z
    .enum(['refused', 'not_admitted', 'unavailable', 'fewer_roles'])
    .describe(
      'The answer was not taken; the person may not use the portal; nobody could sign in; or the person was let in with fewer roles than their groups could give.',
    ),
  reason: z.string(),
  detail: z.string().nullable().describe('The words of another system about it.'),
  advice: z.string().describe('How to correct it, at the provider or in the settings.'),
  email: z.string().nullable().describe('Who it is, where the provider vouched for it.'),
  name: z.string().nullable(),
  request_id: z.string().describe('The number that the person reads on the page.'),
  address: z.string().describe('The network address of the browser.'),
});
export type RefusedSignIn = z.output<typeof refusedSignIn>;

/** The refused sign-ins. */
export const listRefusedSignIns = defineCall({
  tag: 'Sessions',
  topic: 'refused sign-ins',
  method: 'GET',
  path: '/auth/refused_sign_ins',
  right: 'see_refused_sign_ins',
  summary: 'List sign-ins that were refused, with what to do about each',
  success: 'The newest 200 of them',
  query: z.strictObject({
    q: searchText.describe('Part of the person, the network address, or the number on their page.'),
  }),
  data: z.array(refusedSignIn),
  meta: total,
});
