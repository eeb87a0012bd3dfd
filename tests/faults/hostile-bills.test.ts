import { expect, it } from 'vitest';
import { bombs } from '#tests/support/billing/bombs.ts';
import { billingDesk } from '#tests/support/billing/billing-desk.ts';
import { apiOf, databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

it(
  'refuses bills of 3 GB in 3 MB before they are unpacked, and keeps nothing of them',
  { timeout: 600_000 },
  async () => {
    const settings = { DATA_DIR: await startedDataDir() };
    const portal = await startServer(settings);
    const db = databaseOf(settings.DATA_DIR);
    const desk = billingDesk({ db, api: apiOf(portal, await newToken(db)) });
    for (const [what, make, sentence] of bombs) {
      const file = make();
      expect(file.length, what).toBeLessThan(4_500_000);
      const run = await desk.run('azure', file, { name: 'bomb' });
      expect([what, run.state, run.error, run.lines]).toEqual([what, 'failed', sentence, 0]);
    }
    const { rows } = await db.query('SELECT count(*)::integer AS kept FROM billing_sums');
    expect(rows).toEqual([{ kept: 0 }]);
    expect(await portal.stop()).toBe(0);
  },
);
