import { IconReplace } from '@tabler/icons-react';
import type { AnswerOf } from '#calls/call.ts';
import type { replaceCostCenter } from '#calls/cost-center-replacement.ts';
import { dayAfter, dayOfInstant, formatDay } from '#kernel/dates.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { api } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';

const { identifier, active_at } = costCenters.fields;

const expiryOf = (row: RecordRow): string | null =>
  typeof row['expired_at'] === 'string' ? row['expired_at'] : null;

/** From today, or without a gap from the day after the old one expired. */
function beginning(row: RecordRow): string {
  const expired = expiryOf(row);
  const today = dayOfInstant(new Date(), 'local');
  return expired !== null && expired < today ? dayAfter(expired, 1) : today;
}

/** Since when the new one is charged in place of the old one, in words. */
function since(row: RecordRow): string {
  const expired = expiryOf(row);
  return expired === null
    ? `It is charged in place of ${String(row['identifier'])} once that expires.`
    : `What names ${String(row['identifier'])} is charged to it after ${formatDay(expired)}.`;
}

/** A new cost center in place of one that expires, in one step. */
export const replaceAction: Action<RowAbout> = {
  label: 'Replace',
  icon: <IconReplace size={16} aria-hidden />,
  offered: ({ row }) => row['new_cost_center_id'] === null,
  dialog: {
    title: 'Replace Cost Center',
    text: ({ row }) => (
      <>
        The new cost center has the company, owner, business unit and department of{' '}
        <b>{String(row['identifier'])}</b>. {since(row)}
      </>
    ),
    fields: { identifier, active_at },
    start: ({ row }) => ({ identifier: '', active_at: beginning(row) }),
    submit: 'Replace',
    failed: costCenters.messages.addFailed,
    run: async ({ row, values }, { once }) => {
      const path = `/cost_centers/${row.id}/replace`;
      // This comes with the list, which is not to wait for what declares the call.
      const { data } = await once({ path, ...values }, (intent) =>
        api.post<AnswerOf<typeof replaceCostCenter>>(path, values, { intent }),
      );
      const added = String(data.cost_center['identifier']);
      return {
        notice: {
          title: `${added} replaces ${String(row['identifier'])} now!`,
          link: { label: `See ${added}`, to: `/auth/view/cost_centers/${data.cost_center.id}` },
        },
      };
    },
  },
};
