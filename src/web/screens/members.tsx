import { IconMailShare } from '@tabler/icons-react';
import type { AnswerOf } from '#calls/call.ts';
import type { sendLink } from '#calls/member-link.ts';
import { api } from '#web/data/client.ts';
import memberScreens from './member-screens.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';

const screens: ModelScreens = {
  ...memberScreens,
  additions: {
    ...memberScreens.additions,
    row: [
      {
        label: 'Send Update Link',
        icon: <IconMailShare size={16} aria-hidden />,
        offered: ({ row }) => row['blacklist'] !== true,
        dialog: {
          title: 'Send Update Link',
          text: ({ row }) =>
            `${String(row['name'])} gets a mail at ${String(row['email'])} with a link to change department and business unit without signing in. It works once, and for 14 days; one that was sent before works no more.`,
          submit: 'Send',
          failed: 'There was a problem sending the link. Please try again.',
          run: async ({ row }, { once }) => {
            const path = `/members/${row.id}/update_link/send`;
            // This comes with the list, which is not to wait for what declares the call.
            const { data } = await once({ path }, (intent) =>
              api.post<AnswerOf<typeof sendLink>>(path, {}, { intent }),
            );
            return { notice: `The link is on its way to ${data.sent_to}.` };
          },
        },
      },
    ],
  },
};
export default screens;
