import { useQuery } from '@tanstack/react-query';
import { IDLE_DAYS, seatViews, type SeatCounts, type SeatView } from '#kernel/copilot-seats.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { listQuery } from '#web/data/queries.ts';
import type { BesideProps } from '#web/generic/model-screens.ts';
import { Switch } from '../directory/switches.tsx';
import classes from './seats.module.css';
import { Readings } from './readings.tsx';

const VIEWS: Record<SeatView, { label: string; hint: string }> = {
  without_cost_center: { label: 'No Cost Center', hint: 'Seats that nobody is charged for' },
  idle: { label: `Idle ${IDLE_DAYS} Days`, hint: `Seats that nobody used for ${IDLE_DAYS} days` },
  pending_cancellation: { label: 'Ending', hint: 'Seats that end with the billing cycle' },
  gone: { label: 'Gone', hint: 'Records whose seat GitHub no longer has' },
};

/** The seats that are worth a look, each with how many there are, and how old all of it is. */
export function SeatsBeside({ state: { filters }, change }: BesideProps) {
  const { data } = useQuery(listQuery(githubCopilotUsers.name, { page: '1', per_page: '1' }));
  const counts = data?.meta['seat_counts'] as SeatCounts | undefined;
  const named = (view: SeatView) => `${VIEWS[view].label}${counts ? ` (${counts[view]})` : ''}`;
  return (
    <>
      <span className={classes.views}>
        <Switch
          label="Seats"
          choices={[
            { value: '', label: 'All' },
            ...seatViews.map((value) => ({ value, label: named(value), hint: VIEWS[value].hint })),
          ]}
          value={filters['seats'] ?? ''}
          onChange={(value) => change.setFilter('seats', value)}
        />
      </span>
      <Readings />
    </>
  );
}
