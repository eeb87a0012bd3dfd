import { IconCheck, IconUserPlus, IconX } from '@tabler/icons-react';
import { makeMember } from '#calls/membership-requests.ts';
import { change } from '#web/data/call.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { formatLongMoment } from '#web/ui/moments.ts';

const isOpen = (row: RecordRow) => row['completed'] !== true;
const emailOf = (row: RecordRow) => String(row['requesting_principal_user_id'] ?? '');

/** A tick or a cross, with the word for who does not see it. */
function Completed({ row }: { row: RecordRow }) {
  const Icon = isOpen(row) ? IconX : IconCheck;
  return (
    <Icon size={18} style={{ verticalAlign: 'middle' }} role="img" aria-label={isOpen(row) ? 'No' : 'Yes'} />
  );
}

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
        label: 'Make a Member',
        icon: <IconUserPlus size={16} aria-hidden />,
        offered: ({ row }) => isOpen(row),
        failed: 'There was a problem making a member of this request. Please try again.',
        run: async ({ row }, { once }) => {
          const { id } = row;
          const { member, created } = await once({ id }, (intent) => change(makeMember, { id }, intent));
          const title = created
            ? `${emailOf(row)} is a member now!`
            : `${emailOf(row)} was a member already. The request is completed.`;
          return {
            notice: { title, link: { label: 'See the member', to: `/auth/view/members/${member.id}` } },
          };
        },
      },
    ],
  },
};
export default screens;
