import { z } from 'zod';
import { requiredMessage } from '#kernel/fields/field.ts';
import { parseId } from '#kernel/ids.ts';
import { members } from '#resources/members.ts';
import { updateMember } from '#resources/update-member.ts';
import { defineCall } from './call.ts';
import { idOf, moment } from './shapes.ts';

/*
 * The link by which a member enters their department and business unit without signing in.
 */

const [one, many] = members.label;
const OF_MEMBERS = { tag: many, topic: members.name } as const;

const OF_LINK = {
  ...OF_MEMBERS,
  path: '/members/update-restricted/:member_id',
  right: 'public',
  params: z.strictObject({
    // An invalid link is as wrong as any other, and answered alike.
    member_id: z
      .string()
      .meta({ type: 'integer', minimum: 1, description: 'The id of the member.' })
      .transform(parseId),
  }),
  query: z.strictObject({ credential: z.string().default('').describe('That of the link') }),
} as const;

const names = z.array(z.string().describe('Name'));

/** The content of a link; it changes nothing. */
export const lookAtLink = defineCall({
  ...OF_LINK,
  method: 'GET',
  summary: 'The departments and business units that a link offers; it changes nothing',
  success: 'Their names',
  refusals: [403, 429],
  data: z.object({ departments: names, business_units: names }),
});
export type LinkOptions = z.output<typeof lookAtLink.data>;

const detail = (label: string, description: string) =>
  z
    .unknown()
    .meta({ type: 'string', description })
    .transform((given, context) => {
      if (typeof given === 'string' && given.trim() !== '') return given;
      const missing = given === undefined || given === null || typeof given === 'string';
      context.addIssue(missing ? requiredMessage({ label }) : `${label} must be text.`);
      return z.NEVER;
    });
const { department, business_unit } = updateMember.fields;

/** Changes the details of the member of a link. */
export const applyLink = defineCall({
  ...OF_LINK,
  method: 'POST',
  summary: 'Change department and business unit by a link, once',
  success: 'They are changed',
  refusals: [403, 422, 429],
  body: z.strictObject(
    {
      department: detail(department.label, 'Its name, listed or not'),
      business_unit: detail(business_unit.label, 'Its name'),
    },
    'cannot be set here.',
  ),
  wrapper: members.singular,
  data: z.object({
    department: z.string().describe('Its name, listed or not'),
    business_unit: z.string().describe('Its name'),
  }),
});
export type LinkDetails = z.output<typeof applyLink.data>;

/** Makes the link of a member anew, and mails it to them. */
export const sendLink = defineCall({
  ...OF_MEMBERS,
  method: 'POST',
  path: '/members/:id/update_link/send',
  right: { model: members.name, action: 'update' },
  summary: 'Make the link by which a member updates themselves, and mail it to them',
  success: 'The mail is on its way',
  status: 202,
  refusals: [404, 409, 422],
  params: z.strictObject({ id: idOf(one) }),
  data: z.object({
    mail: z.int(),
    sent_to: z.string().describe('The address'),
    expires_at: moment,
  }),
});
