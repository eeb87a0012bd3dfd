import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PERMISSIONS } from '#server/providers/graph/permissions.ts';
import { startGraph } from '#simulators/graph/graph.ts';

test('the provider names, and the simulator begins with, exactly the permissions of Graph that operators are told of', async () => {
  const page = await readFile('docs/operating.md', 'utf8');
  const [, section = ''] = page.split('## Connecting the directory');
  const [table = ''] = section.split('\n## ');
  const told = Array.from(table.matchAll(/^\| `([\w.]+)` +\|/gm), ([, permission]) => permission);
  const simulator = await startGraph();
  onTestFinished(() => simulator.close());
  expect(Object.values(PERMISSIONS)).toEqual(told);
  expect([...simulator.permissions]).toEqual(told);
});
