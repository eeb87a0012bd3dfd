import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { registry } from '#resources/registry.ts';
import { outdatedWord } from './outdated-words.ts';

test('data is called as people call it: a model by its label, what jobs make by what it is', () => {
  const keys = [
    ['cost_centers', 'list', {}],
    ['billing_options'],
    ['billing_runs', 7, 'lines'],
    ['jobs', 'list', {}],
    ['jobs', 'job', 'a-1'],
    ['jobs', 'directory'],
    ['jobs', '/month_close', {}],
    ['jobs', '/github/copilot_costs', {}],
    ['jobs', '/untagged_spend', {}],
    ['billing_runs', '/billing_runs/7/lines', {}],
  ];
  expect(keys.map(outdatedWord)).toEqual([
    registry.find('cost_centers')?.label[1],
    'Options of Billing',
    'Billing Runs',
    'Jobs',
    'Jobs',
    'State of the Directory',
    'Month Close',
    'Copilot Costs',
    'Untagged Spend',
    'Billing Runs',
  ]);
});

/** The keys of the web's queries whose words are written where they are fetched. */
const written = globSync('src/web/**/*.{ts,tsx}').flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/queryKey: \[(JOBS, )?'([\w ]+)'/g)].map(([, ofJobs, word]) =>
    ofJobs ? ['jobs', word] : [word],
  ),
);

test.for(written)('what is fetched under %s has a word that people read', (key) => {
  const isOfJobs = key.length === 1 || ['list', 'job'].includes(String(key[1]));
  expect(isOfJobs ? ['Other data'] : ['Other data', 'Jobs']).not.toContain(outdatedWord(key));
});
