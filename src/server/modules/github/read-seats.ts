import type { Database } from '#server/platform/database/database.ts';
import type { FoundSeat } from '#server/providers/github/interface.ts';

/** The columns of what was read, with their types, and what fills them. */
const columns = {
  login: ['text', ({ login }) => login],
  plan: ['text', ({ plan }) => plan],
  last_activity_at: ['timestamptz', ({ lastActivityAt }) => lastActivityAt],
  last_editor: ['text', ({ lastActivityEditor }) => lastActivityEditor?.slice(0, LONGEST) ?? null],
  pending_cancellation: ['date', ({ pendingCancellation }) => pendingCancellation],
  assigning_team: ['text', ({ team }) => team?.slice(0, LONGEST) ?? null],
  seat_since: ['timestamptz', ({ createdAt }) => createdAt],
} as const satisfies Record<string, readonly [type: string, (seat: FoundSeat) => string | null]>;

/** The table of what was read. */
export const READ_SEATS = 'copilot_read_seats';

/** The most characters of a text of a record. */
const LONGEST = 255;

/** A seat of GitHub, as the record stores it. */
export type SeatFacts = Record<Exclude<keyof typeof columns, 'login'>, string | null>;

export const factsOf = (seat: FoundSeat): SeatFacts => {
  const { login: _, ...facts } = columns;
  return Object.fromEntries(
    Object.entries(facts).map(([name, [, value]]) => [name, value(seat)]),
  ) as SeatFacts;
};

/**
 * Reads all pages into the table of what was read, in the place of what was there of this organization.
 * @param organization in small letters
 * @returns how many seats were read
 */
export async function readSeats(
  db: Database,
  organization: string,
  pages: AsyncIterable<readonly FoundSeat[]>,
  signal: AbortSignal,
): Promise<number> {
  const entries = Object.entries(columns);
  const names = entries.map(([name]) => name).join(', ');
  const lists = entries.map(([, [type]], at) => `$${at + 2}::${type}[]`).join(', ');
  const insert = `INSERT INTO ${READ_SEATS} (organization, ${names})
    SELECT $1, * FROM unnest(${lists}) ON CONFLICT DO NOTHING`;
  await db.query(`DELETE FROM ${READ_SEATS} WHERE organization = $1`, [organization]);
  let read = 0;
  for await (const page of pages) {
    signal.throwIfAborted();
    const values = entries.map(([, [, value]]) => page.map((seat) => value(seat)));
    const { rowCount } = await db.query(insert, [organization, ...values]);
    read += rowCount ?? 0;
  }
  return read;
}
