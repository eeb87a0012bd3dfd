import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { IDLE_DAYS, seatViews, type SeatCounts, type SeatView } from '#kernel/directory/copilot-seats.ts';
import type { Toned } from '#kernel/tones.ts';
import { listQuery, type RecordRow } from '#web/data/queries.ts';
import type { ModelScreens, BesideProps } from '#web/generic/model-screens.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { OwnFilter } from '#web/generic/list/filter-bar.tsx';
import { syncSeats } from '#calls/copilot-seats.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { JOBS } from '#web/data/work.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';
import { Readings } from './readings.tsx';
import { addSeat, seatActions } from './seat-actions.tsx';
import { copilotQuery } from './copilot.ts';

const DAY_MS = 86_400_000;

/** Whether nobody used an assigned seat for long, or ever since it began. */
function idleTone(row: RecordRow): Toned | null {
  const used = row['last_activity_at'] ?? row['seat_since'];
  if (row['seat_state'] !== 'assigned' || typeof used !== 'string') return null;
  const days = Math.floor((Date.now() - Date.parse(used)) / DAY_MS);
  return days < IDLE_DAYS ? null : { tone: 'warning', reason: `Nobody used it for ${days} days.` };
}

const NAMES: Record<SeatView, string> = {
  without_cost_center: 'No Cost Center',
  idle: `Idle ${IDLE_DAYS} Days`,
  pending_cancellation: 'Ending',
  gone: 'Gone',
};

/** The seats that are worth a look, each with how many there are. */
function SeatsFilter({ state: { filters }, change }: BesideProps) {
  const { data } = useQuery(listQuery(githubCopilotUsers.name, { page: '1', per_page: '1' }));
  const counts = data?.meta['seat_counts'] as SeatCounts | undefined;
  const named = (view: SeatView) => `${NAMES[view]}${counts ? ` (${counts[view]})` : ''}`;
  return (
    <OwnFilter
      label="Show"
      choices={[{ value: '', label: 'All' }, ...seatViews.map((value) => ({ value, label: named(value) }))]}
      value={filters['seats'] ?? ''}
      onChange={(value) => change.setFilter('seats', value)}
    />
  );
}

/** Has the seats of all organizations read, which the tab then follows; there for those who may. */
function SyncButton() {
  const rights = usePerson()?.rights;
  const queries = useQueryClient();
  const { data } = useQuery(copilotQuery());
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending } = useMutation({
    mutationFn: () => intents.once({}, (intent) => change(syncSeats, {}, intent)),
    onSuccess: async ({ job }) => {
      followJob(job.id);
      noticeSuccess({ title: messages.dataSubmitted, reason: 'The seats are read in the background.' });
      await queries.invalidateQueries({ queryKey: [JOBS] });
    },
    onError: (error) => noticeFailure({ title: 'The seats are not read.', reason: error.message }),
  });
  if ((rights && !rights.operate) || data?.github === 'off') return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isPending || (data ? data.job_id !== null : false)}
      onClick={() => mutate()}
    >
      Sync with GitHub
    </Button>
  );
}

/** Seats are those of GitHub, and changed there; who pays for them is edited here. */
const screens: ModelScreens = {
  beside: { View: Readings, below: true, Filter: SeatsFilter, switches: ['seats'] },
  Reports: SyncButton,
  additions: {
    toolbar: [addSeat],
    row: seatActions,
    cells: {
      last_activity_at: { tone: idleTone },
      pending_cancellation: {
        tone: (row) =>
          row['seat_state'] === 'assigned' && row['pending_cancellation'] !== null
            ? { tone: 'warning', reason: 'The seat ends on that day.' }
            : null,
      },
    },
  },
};
export default screens;
