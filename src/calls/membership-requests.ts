import { z } from 'zod';
import { members } from '#resources/members.ts';
import { teamMembershipTickets } from '#resources/team-membership-tickets.ts';
import { memberFields } from '#resources/member-fields.ts';
import { defineCall } from './call.ts';
import { fieldGiven } from './fields.ts';
import { recordOf, recordParams } from './records.ts';

const { name, label } = teamMembershipTickets;

/** Turns an open request into a member, in one step. */
export const makeMember = defineCall({
  tag: label[1],
  topic: name,
  method: 'POST',
  path: `/${name}/:id/make_member`,
  right: { model: members.name, action: 'create' },
  summary: 'Make a Member of who asks, and complete the request',
  description:
    'A request may name a business unit that nobody knows. The one that is meant is given beside it then; the request names it ' +
    'from there on.',
  success: 'They are a member now',
  status: 201,
  otherSuccess: { status: 200, success: 'They were a member already' },
  refusals: [404, 409, 422],
  params: recordParams(teamMembershipTickets),
  body: z.strictObject({
    business_units_id: fieldGiven('business_units_id', memberFields.business_units_id),
  }),
  wrapper: teamMembershipTickets.singular,
  data: z.object({
    member: recordOf(members),
    ticket: recordOf(teamMembershipTickets),
    created: z.boolean().describe('false: they were a member already.'),
  }),
});
