import { useQuery } from '@tanstack/react-query';
import { IDLE_DAYS, seatViews, type SeatCounts, type SeatView } from '#kernel/directory/copilot-seats.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { listQuery } from '#web/data/queries.ts';
import { OwnFilter } from '#web/generic/list/filter-bar.tsx';
import type { BesideProps } from '#web/generic/model-screens.ts';

const NAMES: Record<SeatView, string> = {
  without_cost_center: 'No Cost Center',
  idle: `Idle ${IDLE_DAYS} Days`,
  pending_cancellation: 'Ending',
  gone: 'Gone',
};

/** The seats that are worth a look, each with how many there are. */
export function SeatsFilter({ state: { filters }, change }: BesideProps) {
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
