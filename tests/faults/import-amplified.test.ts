import { expect, it } from 'vitest';
import { databaseOf, startedDataDir, newToken, startServer } from './portal-process.ts';

const SIZE = 60_000_000;

/** Parts of a text, each made from its number, until they are `SIZE` long. */
function grown(part: (at: number) => string): string {
  const parts: string[] = [];
  for (let at = 0, length = 0; length < SIZE; at += 1, length += parts.at(-1)?.length ?? 0)
    parts.push(part(at));
  return parts.join('');
}

it(
  'refuses imports of 60 MB that would become gigabytes, and goes on answering others',
  { timeout: 600_000 },
  async () => {
    const dataDir = await startedDataDir();
    const portal = await startServer({ DATA_DIR: dataDir });
    const token = await newToken(databaseOf(dataDir));
    const send = (body: string) =>
      fetch(`${portal.url}/api/cost_centers/import_json`, {
        method: 'POST',
        headers: { ...token, 'content-type': 'application/json' },
        body,
      });
    const bodies: [string, number, string][] = [
      ['lists in lists', 400, '['.repeat(SIZE)],
      ['empty rows', 413, `{"data":[${'{},'.repeat(SIZE / 3)}{}]}`],
      ['empty rows in a text that never ends', 413, '{"data":['.padEnd(SIZE, '{},')],
      ['one row of many fields', 413, `{"data":[{${grown((at) => `"${at}":1,`)}"x":1}]}`],
      ['many numbers', 413, `{"data":[],"row_numbers":[${'1,'.repeat(SIZE / 2)}1]}`],
      [
        'rows of which no two have the same headers',
        413,
        `{"data":[${grown((at) => `{${Array.from({ length: 40 }, (_, n) => `"${at}-${n}":1`).join()}},`)}{}]}`,
      ],
    ];
    for (const [what, status, body] of bodies) {
      const answer = await send(body);
      expect([what, answer.status]).toEqual([what, status]);
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^The body .*\.$/) });
      const next = await fetch(`${portal.url}/api/departments`, { headers: token });
      expect(next.status).toBe(200);
    }
    expect(await portal.stop()).toBe(0);
  },
);
