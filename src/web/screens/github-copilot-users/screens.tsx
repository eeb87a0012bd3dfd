import { IDLE_DAYS } from '#kernel/directory/copilot-seats.ts';
import type { Toned } from '#kernel/tones.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { Readings } from './readings.tsx';
import { addSeat, seatActions } from './seat-actions.tsx';
import { SeatsFilter } from './seats-filter.tsx';
import { SyncButton } from './sync-button.tsx';

const DAY_MS = 86_400_000;

/** Whether nobody used an assigned seat for long, or ever since it began. */
function idleTone(row: RecordRow): Toned | null {
  const used = row['last_activity_at'] ?? row['seat_since'];
  if (row['seat_state'] !== 'assigned' || typeof used !== 'string') return null;
  const days = Math.floor((Date.now() - Date.parse(used)) / DAY_MS);
  return days < IDLE_DAYS ? null : { tone: 'warning', reason: `Nobody used it for ${days} days.` };
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
