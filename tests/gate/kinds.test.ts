import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Where a kind is at home: one file each in the kernel and on the web, one map of what is SQL on the server. */
const HOMES = /^src\/(?:kernel\/fields\/|server\/engine\/kinds\/|web\/generic\/kinds\/)/;

/** A question for the kind of a field, in the ways that it can be put. */
const ASKS =
  /(?:field|own|declared|shown)\??\.kind\b|switch \([\w.]*kind\)|kind [!=]== '(?:text|ref|date|number|boolean|choice|json|lookup|instant|money)'/;

it('asks no field for its kind outside the files of the kinds', () => {
  const asking = ['src/kernel', 'src/resources', 'src/server', 'src/web']
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !HOMES.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => (ASKS.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
    );
  expect(asking).toEqual([]);
});
