import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { registry } from '#resources/registry.ts';
import { projectRoot } from '#server/platform/config/config.ts';

const unique = registry.all.flatMap(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]) => (field.unique ? [name] : [])),
);

/** The values that a source gives to unique fields of the records it makes, as `field: 'value'`. */
const given = (source: string) =>
  [...source.matchAll(/factory\.(?:create|input)\(\w+, \{([^}]*)\}/g)].flatMap(([, values = '']) =>
    [...values.matchAll(/\b(\w+): ('[^']*')/g)].flatMap(([pair, name = '']) =>
      unique.includes(name) ? [pair] : [],
    ),
  );

test('no two files of journeys make a record with the same unique value, since they may share a portal', () => {
  const files = new Map<string, Set<string>>();
  for (const file of globSync(`${projectRoot}/tests/journeys/*.spec.ts`))
    for (const pair of given(readFileSync(file, 'utf8')))
      files.set(pair, (files.get(pair) ?? new Set()).add(basename(file)));
  expect(files.size).toBeGreaterThan(10);
  expect([...files].filter(([, names]) => names.size > 1).map(([pair, names]) => [pair, ...names])).toEqual(
    [],
  );
});
