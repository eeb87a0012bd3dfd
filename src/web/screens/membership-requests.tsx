import { IconCheck, IconUserPlus, IconX } from '@tabler/icons-react';
import { makeMember } from '#calls/membership-requests.ts';
import { unknownProperty } from '#kernel/fields/mention.ts';
import { memberFields } from '#resources/member-fields.ts';
import { change } from '#web/data/call.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Calls, Done, RowAbout } from '#web/generic/additions/additions.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { formatLongMoment } from '#web/ui/moments.ts';

/** The request names a business unit that nobody knows. */
const lacksUnit = (row: RecordRow) => row[unknownProperty('business_unit')] === true;
const isOpen = (row: RecordRow) => row['completed'] !== true;
const emailOf = (row: RecordRow) => String(row['requesting_principal_user_id'] ?? '');

/** A tick or a cross, with the word for who does not see it. */
function Completed({ row }: { row: RecordRow }) {
  const Icon = isOpen(row) ? IconX : IconCheck;
  return (
    <Icon size={18} style={{ verticalAlign: 'middle' }} role="img" aria-label={isOpen(row) ? 'No' : 'Yes'} />
  );
}

const FAILED = 'There was a problem making a member of this request. Please try again.';

/** Makes the member, of the business unit that is chosen where one is. */
async function make({ row }: RowAbout, { once }: Calls, chosen: unknown = null): Promise<Done> {
  const body = { id: row.id, business_units_id: chosen };
  const { member, created } = await once(body, (intent) => change(makeMember, body, intent));
  const title = created
    ? `${emailOf(row)} is a member now!`
    : `${emailOf(row)} was a member already. The request is completed.`;
  return { notice: { title, link: { label: 'See the member', to: `/auth/view/members/${member.id}` } } };
}

const makes = { label: 'Make a Member', icon: <IconUserPlus size={16} aria-hidden /> };

/** A request shows when it came in words, and becomes a member in one step. */
const screens: ModelScreens = {
  additions: {
    cells: {
      requested_date: {
        width: 220,
        cell: ({ created_at: at }) => <time dateTime={at}>{formatLongMoment(at)}</time>,
      },
      completed: { width: 120, cell: (row) => <Completed row={row} /> },
    },
    row: [
      {
        ...makes,
        offered: ({ row }) => isOpen(row) && !lacksUnit(row),
        failed: FAILED,
        run: (about, calls) => make(about, calls),
      },
      {
        ...makes,
        offered: ({ row }) => isOpen(row) && lacksUnit(row),
        dialog: {
          title: 'Make a Member',
          text: ({ row }) =>
            `${emailOf(row)} names the business unit '${String(row['business_unit'])}', which nobody knows. Choose the one that is meant; the request names it from then on.`,
          fields: {
            business_units_id: { ...memberFields.business_units_id, none: 'never', nullable: false },
          },
          submit: 'Make a Member',
          failed: FAILED,
          run: ({ row, values }, calls) => make({ row }, calls, values['business_units_id']),
        },
      },
    ],
  },
};
export default screens;
