import { expect, it } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { databaseOf, startedDataDir, startServer } from './portal-process.ts';
import { expectShortTurns, WATCHED, watchMemory } from './watched-process.ts';

/** The text of six requests as it arrives would be 370 already. */
const MOST_GROWTH_MB = 250;
const LONG = 62_000_000;

/** A body with the most rows that an import may have. */
const largestImport = (cells: (at: number) => object, update = false) =>
  JSON.stringify({ data: Array.from({ length: 100_000 }, (_, at) => cells(at)), update });

/** Every cell of these is as long as a worksheet may have it, and wrong where it can be. */
const wrongCells = (at: number) => ({
  identifier: `${at}-${'x'.repeat(200)}`,
  company_code: `${at}`.repeat(30),
  business_unit_name: `nobody's unit ${at} ${'y'.repeat(120)}`,
  cloud_contact_email: `nobody-${at}@example.com`,
});

it(
  'serves others while six imports come with a cell of 62 MB, and while the largest one is checked, and gives memory back',
  { timeout: 360_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir, ...WATCHED });
    const db = databaseOf(dataDir);
    const tokens: Record<string, string>[] = [];
    for (const name of ['ada', 'grace']) {
      const made = await createApiToken(db, { email: `${name}@example.com`, name, roles: ['admin'] });
      tokens.push({ authorization: `Bearer ${made?.token}` });
    }
    const [ada, grace] = tokens;
    const send = async (body: string, token: Record<string, string> | undefined) => {
      const headers = { ...token, 'content-type': 'application/json' };
      const answer = await fetch(`${portal.url}/api/cost_centers/import_json`, {
        method: 'POST',
        headers,
        body,
      });
      return { status: answer.status, text: await answer.text() };
    };
    const memory = watchMemory(portal);

    const hostile = `{"data":[{"identifier":"${'x'.repeat(LONG)}","cloud_contact_email":"a@example.com"}]}`;
    await expectShortTurns(portal, async () => {
      const answers = await Promise.all(
        [ada, ada, ada, grace, grace, grace].map((token) => send(hostile, token)),
      );
      for (const { status, text } of answers)
        expect([status, text]).toEqual([
          413,
          expect.stringContaining('a text of more than 2000000 characters'),
        ]);
    });
    expect(memory.growth()).toBeLessThan(MOST_GROWTH_MB);
    await memory.expectRest();

    await expectShortTurns(portal, async () => {
      const { status, text } = await send(largestImport(wrongCells), ada);
      expect([status, text.length < 500_000]).toEqual([422, true]);
    });
    await memory.expectRest();
    expect(await portal.stop()).toBe(0);
  },
);
