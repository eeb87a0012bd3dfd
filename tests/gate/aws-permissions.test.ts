import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const PROVIDER = 'src/server/providers/aws';
/** AWS lets everybody ask who they are. */
const NEEDS_NONE = ['GetCallerIdentity'];

test('whoever connects AWS is told of every call that the portal needs a right for', async () => {
  const files = (await readdir(PROVIDER)).filter((name) => name.endsWith('.ts'));
  const code = await Promise.all(files.map(async (name) => readFile(`${PROVIDER}/${name}`, 'utf8')));
  const calls = new Set(
    code.flatMap((text) =>
      Array.from(
        text.matchAll(/\b(?:paginate([A-Z]\w+)|([A-Z]\w+)Command)\b/g),
        ([, listed, one]) => listed ?? one,
      ),
    ),
  );
  expect(calls).toContain('ListAccounts');
  const page = await readFile('docs/operating.md', 'utf8');
  const words = new Set(page.split(/\W+/));
  const untold = [...calls].filter(
    (call) => call !== undefined && !words.has(call) && !NEEDS_NONE.includes(call),
  );
  expect(untold).toEqual([]);
});
