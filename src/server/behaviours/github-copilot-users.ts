import { z } from 'zod';
import { IDLE_DAYS, seatViews, type SeatView } from '#kernel/directory/copilot-seats.ts';
import { choice } from '#kernel/fields/choice.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { literal } from '#server/engine/sql.ts';

const assigned = (row: string) => `${row}.seat_state = 'assigned'`;

/** The conditions that make a record one of a view. */
const conditions: Record<SeatView, (row: string) => string> = {
  without_cost_center: (row) => `${assigned(row)} AND coalesce(btrim(${row}.cost_center), '') = ''`,
  idle: (row) =>
    `${assigned(row)} AND coalesce(${row}.last_activity_at, ${row}.seat_since) < now() - interval '${IDLE_DAYS} days'`,
  pending_cancellation: (row) => `${assigned(row)} AND ${row}.pending_cancellation IS NOT NULL`,
  gone: (row) => `${row}.seat_state = 'gone'`,
};

/** The list can be narrowed to the seats that are worth a look, and says how many these are. */
export const githubCopilotUsersBehaviour: Behaviour = {
  resource: githubCopilotUsers.name,
  list: {
    parameters: [
      {
        name: 'by_seats',
        summary: `Seats that are worth a look: ${seatViews.join(', ')}. Idle are those that nobody used for ${IDLE_DAYS} days.`,
        field: choice('Seats', seatViews),
        where: (row, value) =>
          `CASE ${value}::text ${seatViews
            .map((view) => `WHEN ${literal(view)} THEN ${conditions[view](row)}`)
            .join(' ')} END`,
      },
    ],
    meta: [
      {
        name: 'seat_counts',
        beyond: true,
        answer: z
          .record(z.string(), z.int())
          .describe(
            'How many seats are worth a look, by the words of by_seats, and assigned, of all records.',
          ),
        select: () =>
          `SELECT json_build_object('assigned', count(*) FILTER (WHERE ${assigned('u')}), ${seatViews
            .map((view) => `${literal(view)}, count(*) FILTER (WHERE ${conditions[view]('u')})`)
            .join(', ')}) FROM ${githubCopilotUsers.name} u`,
      },
    ],
  },
};
