import { expect, it } from 'vitest';
import { createApiToken } from '#server/modules/access/api-tokens.ts';
import { databaseOf, startedDataDir, startServer } from './portal-process.ts';

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
  'refuses six imports at once with a cell of 62 MB, and the largest one with a short list of what is wrong',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
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
    const hostile = `{"data":[{"identifier":"${'x'.repeat(LONG)}","cloud_contact_email":"a@example.com"}]}`;
    const answers = await Promise.all(
      [ada, ada, ada, grace, grace, grace].map((token) => send(hostile, token)),
    );
    for (const refused of answers)
      expect([refused.status, refused.text]).toEqual([
        413,
        expect.stringContaining('a text of more than 2000000 characters'),
      ]);

    const { status, text } = await send(largestImport(wrongCells), ada);
    expect([status, text.length < 500_000]).toEqual([422, true]);
    expect(await portal.stop()).toBe(0);
  },
);
