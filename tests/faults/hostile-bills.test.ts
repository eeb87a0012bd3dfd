import { expect, it } from 'vitest';
import { bombs } from '#tests/support/billing/bombs.ts';
import { billingDesk } from '#tests/support/billing/billing-desk.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';
import { longestTurn, LONGEST_TURN_MS, WATCHED, watchMemory } from './watched-process.ts';

/** Measured at 6, most of which is the file as it was sent. */
const MOST_WRITTEN_MB = 40;
/** Measured at 130. */
const MOST_GROWTH_MB = 300;

it(
  'refuses bills of 3 GB in 3 MB before they are unpacked, and serves others meanwhile',
  { timeout: 180_000 },
  async () => {
    const settings = { DATA_DIR: await startedDataDir(), ...WATCHED };
    const portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const desk = billingDesk({ db, api: apiOf(portal, await newToken(db)) });
    /** All that was ever written into the database, in bytes. */
    const written = async () =>
      Number((await db.query(`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS bytes`)).rows[0]?.bytes);
    const memory = watchMemory(portal);
    await longestTurn(portal);
    for (const [what, make, sentence] of bombs) {
      const file = make();
      expect(file.length, what).toBeLessThan(4_500_000);
      const before = await written();
      const run = await desk.run('azure', file, { name: 'bomb' });
      expect([what, run.state, run.error, run.lines]).toEqual([what, 'failed', sentence, 0]);
      expect((await written()) - before, what).toBeLessThan(MOST_WRITTEN_MB * 1e6);
    }
    expect(await longestTurn(portal)).toBeLessThan(LONGEST_TURN_MS);
    expect(memory.growth()).toBeLessThan(MOST_GROWTH_MB);
    expect(await portal.stop()).toBe(0);
  },
);
