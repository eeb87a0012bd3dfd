import type { SeatOrganization } from '#calls/copilot-seats.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { copilotApps } from './apps.ts';

/** Keeps that the seats of an organization were read to their end. */
export const keepReading = (runner: Runner, organization: string, seats: number) =>
  runner.query({
    text: `INSERT INTO copilot_readings (organization, read_at, seats) VALUES ($1, now(), $2)
      ON CONFLICT (organization) DO UPDATE SET read_at = now(), seats = $2, failed_at = NULL, error = NULL`,
    values: [organization.toLowerCase(), seats],
  });

/** Keeps why they were not; what was read before counts on. */
export const keepFailure = (runner: Runner, organization: string, error: string) =>
  runner.query({
    text: `INSERT INTO copilot_readings (organization, failed_at, error) VALUES ($1, now(), $2)
      ON CONFLICT (organization) DO UPDATE SET failed_at = now(), error = $2`,
    values: [organization.toLowerCase(), error],
  });

/** The organizations whose seats are read, by name, each with how its last reading ended. */
export async function readOrganizations(runner: Runner): Promise<SeatOrganization[]> {
  const [apps, { rows }] = [
    await copilotApps(runner),
    await runner.query<Omit<SeatOrganization, 'name'> & { organization: string }>({
      text: 'SELECT organization, read_at, seats, failed_at, error FROM copilot_readings',
    }),
  ];
  const readings = new Map(rows.map(({ organization, ...reading }) => [organization, reading]));
  const never = { read_at: null, seats: null, failed_at: null, error: null };
  return apps.map(({ name }) => ({ name, ...(readings.get(name.toLowerCase()) ?? never) }));
}
