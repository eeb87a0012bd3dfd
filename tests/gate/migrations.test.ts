import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/platform/config/config.ts';
import { contractions } from '../../scripts/gate/migration-rules.mjs';

const folder = `${projectRoot}/migrations`;

test.each(readdirSync(folder))('%s lets processes of the version before go on', (name) => {
  expect(
    contractions(readFileSync(`${folder}/${name}`, 'utf8')),
    'It belongs into the next release, or a comment before the statement, -- contract: <reason>, says why it is right now (docs/adding-a-model.md, Changing a model).',
  ).toEqual([]);
});

test.each([
  ['ALTER TABLE companies DROP COLUMN country;', 'takes away'],
  ['DROP TABLE companies;', 'takes away'],
  ['ALTER TABLE companies RENAME COLUMN code TO number;', 'renames'],
  ['ALTER TABLE companies ALTER COLUMN code TYPE varchar(4);', 'changes a type'],
  ['ALTER TABLE companies ALTER code SET NOT NULL;', 'demands a value'],
  ['ALTER TABLE companies ADD COLUMN a text,\n ADD COLUMN "b" numeric(12, 2) NOT NULL;', 'must have a value'],
  ['ALTER TABLE companies ADD CONSTRAINT short CHECK (length(code) < 5);', 'demands more of a row'],
  ['CREATE UNIQUE INDEX companies_code ON companies (code);', 'demands uniqueness'],
])('%s is noticed', (sql, what) => {
  expect(contractions(`-- Companies, newly.\n${sql}\nSELECT 1;`).join()).toContain(what);
  expect(contractions(`-- contract: no version since 2.0 uses it.\n${sql}`)).toEqual([]);
});

test.each([
  'ALTER TABLE companies ADD COLUMN a text, ADD COLUMN b boolean NOT NULL DEFAULT false;',
  `ALTER TABLE companies ADD COLUMN c numeric(12, 2) NOT NULL DEFAULT round(1, 2);`,
  'ALTER TABLE companies ALTER COLUMN code DROP NOT NULL;',
  'CREATE TABLE units (id int PRIMARY KEY, name text NOT NULL); CREATE UNIQUE INDEX units_name ON units (name);',
  'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE companies; $$;',
  'CREATE INDEX companies_country ON companies (country);',
])('%s is fine', (sql) => {
  expect(contractions(sql)).toEqual([]);
});
