import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Where a kind is at home: one file each in the kernel and on the web, one map of what is SQL on the server. */
const HOMES = /^src\/(?:kernel\/fields\/|server\/engine\/kinds\/|web\/generic\/kinds\/)/;

/** A question for the kind of a field. */
const ASKS = /(?:field|own|declared|shown|reference)\??\.kind\b|switch \([\w.]*field\.kind\)|\]\?\.kind\b/;

/** The same of a kind that was taken out of a field before; elsewhere, a word `kind` may mean anything. */
const ASKS_LATER =
  /switch \(kind\)|\bkind [!=]== '(?:text|long-text|rich-text|json-text|text-list|secret|ref|mention|date|number|boolean|choice|json|lookup|instant|money)'/;
const KNOWS_FIELDS = /from '[^']*\/fields\/kinds\.ts'/;

/** The lines of a file that ask a field for its kind. */
function askingLines(file: string, text: string): string[] {
  if (HOMES.test(file)) return [];
  const knows = KNOWS_FIELDS.test(text);
  return text
    .split('\n')
    .flatMap((line, at) =>
      ASKS.test(line) || (knows && ASKS_LATER.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [],
    );
}

it('asks no field for its kind outside the files of the kinds', () => {
  const asking = ['src/kernel', 'src/resources', 'src/server', 'src/web']
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
    )
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => askingLines(file, readFileSync(file, 'utf8')));
  expect(asking).toEqual([]);
});

it('finds a question that was put, on the server as in a screen', () => {
  const imports = "import type { Field } from '#kernel/fields/kinds.ts';";
  const asked = (line: string, file = 'src/web/generic/list/cell.tsx') =>
    askingLines(file, `${imports}\n${line}`).length;
  expect(
    [
      "if (field.kind === 'money') return <Amount />;",
      'switch (field.kind) {',
      "const isRef = resource.fields[name]?.kind === 'ref';",
      "const { kind } = field; return kind === 'rich-text';",
    ].map((line) => asked(line)),
  ).toEqual([1, 1, 1, 1]);
  expect(asked("field.kind === 'date'", 'src/web/generic/kinds/date.tsx')).toBe(0);
  expect(asked('<place.Icon kind={kind} />')).toBe(0);
});
