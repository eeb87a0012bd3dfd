import { z } from 'zod';
import { costCenters } from '#resources/cost-centers.ts';
import { defineCall } from './call.ts';
import { OF_COST_CENTER } from './cost-center-expiry.ts';
import { fieldMembers } from './fields.ts';
import { recordOf } from './records.ts';

const { identifier, active_at } = costCenters.fields;
const members = {
  ...fieldMembers({ identifier }, 'create'),
  // Where it is left out, the day follows from the one that is replaced.
  ...fieldMembers({ active_at }, 'update'),
};
const record = recordOf(costCenters);

/** Adds a cost center in place of one that expires, both changed or neither. */
export const replaceCostCenter = defineCall({
  ...OF_COST_CENTER,
  method: 'POST',
  path: '/cost_centers/:id/replace',
  right: { model: costCenters.name, action: 'create' },
  summary: 'Add a cost center that replaces this one and is charged and owned like it',
  success: 'The new cost center, and the one that it replaces',
  status: 201,
  refusals: [404, 409, 422],
  body: z.strictObject(
    {
      identifier: members.identifier.describe('That of the new cost center'),
      active_at: members.active_at.describe(
        'Its first day; by default today, or the day after the other one expired.',
      ),
    },
    'cannot be set here.',
  ),
  wrapper: costCenters.singular,
  data: z.object({ cost_center: record, replaced: record }),
});
