import { seatReadings, syncSeats, type SeatReadings } from '#calls/copilot-seats.ts';
import { Refusal } from '#kernel/errors.ts';
import { serveSoleJob, type SoleJob } from '#server/engine/sole-job.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { GitHubParts } from './parts.ts';
import { readOrganizations } from './readings.ts';
import { COPILOT_SYNC, MISSING } from './sync-job.ts';

const SYNC: SoleJob = {
  kind: COPILOT_SYNC,
  title: 'Copilot sync',
  underWay: 'The seats of Copilot are being read already. Follow that job.',
};

/** The reading of all seats, and how the last readings ended. */
export function seatSyncRoutes(door: Door, parts: GitHubParts): void {
  const {
    services: { db },
    github,
  } = parts;
  serveSoleJob(door, syncSeats, parts, SYNC, () => {
    if (!github) throw new Refusal(503, MISSING);
  });
  serve(door, seatReadings, async (): Promise<SeatReadings> => {
    const { rows } = await db.query<{ id: string }>({
      text: `SELECT id FROM jobs WHERE kind = $1 AND state IN ('queued', 'running') ORDER BY created_at LIMIT 1`,
      values: [COPILOT_SYNC],
    });
    return {
      github: github ? (github.reached.simulated ? 'simulated' : 'real') : 'off',
      missing: github ? null : MISSING,
      job_id: rows[0]?.id ?? null,
      organizations: await readOrganizations(db),
    };
  });
}
