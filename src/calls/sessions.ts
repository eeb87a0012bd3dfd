import { z } from 'zod';
import { roles } from '#kernel/rights.ts';
import { defineCall, definePlainCall } from './call.ts';
import { moment, searchText, uuidOf } from './shapes.ts';

/*
 * Who is signed in, where, and by which roles. Nothing of it is kept for a repeated request: what has ended is not there any more.
 */

const OF_SESSIONS = { tag: 'Sessions', topic: 'sessions' } as const;

const role = z.enum(roles);
const rights = z.object({
  read: z.boolean(),
  edit_reference_data: z.boolean(),
  operate: z.boolean(),
  administer: z.boolean(),
});

const person = z.object({
  uid: z.string().describe('The address again, as the headers of a session name it'),
  email: z.string().describe('Address'),
  name: z.string().nullable(),
  roles: z.array(role),
  via: z.enum(['session', 'token']),
  rights,
  return_to: z.string().optional().describe('Where the person wanted to go; with a hand-off only'),
});

const done = z.literal(true);

/** Who is signed in. */
export const validateToken = definePlainCall({
  ...OF_SESSIONS,
  method: 'GET',
  path: '/auth/validate_token',
  right: 'public',
  summary: 'Who is signed in, and what they may do',
  description:
    'With the hand-off of a sign-in, the headers of the answer are the new session: access-token, client, uid, expiry and token-type.',
  success: 'Signed in',
  refusals: [401, 403],
  answer: z.object({ success: done, data: person }),
});

/** Ends the session of the request. */
export const signOut = definePlainCall({
  ...OF_SESSIONS,
  method: 'DELETE',
  path: '/auth/sign_out',
  right: 'signed_in',
  owners: 'self',
  keyless: true,
  summary: 'End this session',
  success: 'It is ended',
  answer: z.object({ success: done }),
});

const session = z.object({
  id: z.uuid(),
  email: z.string().describe('Whose it is'),
  name: z.string().nullable(),
  user_agent: z.string().nullable(),
  address: z.string().nullable().describe('Where it was used from last.'),
  created_at: moment,
  last_seen_at: moment,
  expires_at: moment,
  current: z.boolean().describe('It is the session of this request.'),
});
/** A session: never its token. */
export type Session = z.output<typeof session>;

/** Whose sessions or tokens a list shows. */
export const whose = z.strictObject({
  by_email: z
    .string()
    .optional()
    .describe('Those of this person; one’s own are all that others than administrators see.'),
  q: searchText.describe('Part of an address, a name, or where it was used from.'),
});
export const total = z.object({ total: z.int() });

/** The sessions that are alive. */
export const listSessions = defineCall({
  ...OF_SESSIONS,
  method: 'GET',
  path: '/auth/sessions',
  right: 'signed_in',
  owners: 'self',
  summary: 'List sessions: one’s own, or everybody’s for administrators',
  success: 'The sessions that are alive, up to 1,000 of them',
  query: whose,
  data: z.array(session),
  meta: total,
});

/** Ends the sessions of a person but that of the request. */
export const endSessions = defineCall({
  ...OF_SESSIONS,
  method: 'DELETE',
  path: '/auth/sessions',
  right: 'signed_in',
  owners: 'self',
  keyless: true,
  summary: 'End all sessions of a person but that of the request',
  success: 'The sessions that were ended',
  query: z.strictObject({
    by_email: z
      .string()
      .optional()
      .describe('Whose they are, which administrators may say; one’s own by default.'),
  }),
  data: z.array(session),
  meta: total,
});

/** Ends a session. */
export const endSession = defineCall({
  ...OF_SESSIONS,
  method: 'DELETE',
  path: '/auth/sessions/:id',
  right: 'signed_in',
  owners: 'self',
  keyless: true,
  summary: 'End a session',
  success: 'The session that was ended',
  refusals: [404],
  params: z.strictObject({ id: uuidOf('Session') }),
  data: session,
});

/** The roles of the portal, as they are configured. */
export const readRoles = defineCall({
  tag: OF_SESSIONS.tag,
  topic: 'roles',
  method: 'GET',
  path: '/auth/roles',
  right: 'signed_in',
  summary: 'Which roles there are, who has them, and which one has oneself',
  success: 'The roles',
  data: z.object({
    mapped: z.boolean().describe('Whether roles are mapped; without that everybody may do everything.'),
    attribute: z.string().nullable().describe('What of the provider’s answer has the groups.'),
    groups: z.array(z.object({ group: z.string().describe('A value of that attribute'), role })),
    roles: z.array(z.object({ role, rights })),
    own: z.object({
      roles: z.array(role),
      groups: z
        .array(z.string())
        .nullable()
        .describe('By which groups of the last sign-in; null where that is not known.'),
      groups_missing: z
        .boolean()
        .describe(
          'Whether the last sign-in came without groups that could give more: there are too many of them.',
        ),
    }),
  }),
});
export type Roles = z.output<typeof readRoles.data>;
