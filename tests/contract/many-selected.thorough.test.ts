import { expect, it } from 'vitest';
import type { SelectionDone, SelectionPreview } from '#calls/selections.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const COUNT = 5000;

const selected = { model: 'departments', query: { by_name: 'Thousands' } };
const asJob = async <Result>(what: string, body: object) => {
  const answer = await portal.api.post<{ job: { id: string } }>(`/selections/${what}`, body);
  const { id } = answer.body.data.job;
  const { state, result, error } = await followJob(portal.api, id, 240_000);
  return { id, state, error, result: result as Result };
};
const counts = async () => {
  const { rows } = await portal.db.query<{ abbreviation: string | null; count: number }>(
    `SELECT abbreviation, count(*)::integer AS count FROM departments GROUP BY 1 ORDER BY 1`,
  );
  return rows.map(({ abbreviation, count }) => [abbreviation, count]);
};

it('five thousand records are looked at, changed, and brought back by one undo, and deleted likewise', async () => {
  await portal.db.query(
    `INSERT INTO departments (name, abbreviation) SELECT 'Thousands ' || g, 'A' || g % 7 FROM generate_series(1, ${COUNT}) g`,
  );
  const before = await counts();
  const changes = { abbreviation: 'ALL' };
  const { result: preview } = await asJob<SelectionPreview>('preview', { ...selected, changes });
  expect(preview).toMatchObject({
    total: COUNT,
    refused_total: 0,
    fields: [{ changed: COUNT, same: 0, other_values: 2 }],
  });
  const { total, state } = preview;
  const done = await asJob<SelectionDone>('change', { ...selected, total, state, changes });
  expect([done.error, done.result.changed, await counts()]).toEqual([null, COUNT, [['ALL', COUNT]]]);
  await asJob('undo', { job: done.id });
  expect(await counts()).toEqual(before);

  const { body } = await portal.api.post<{ preview: SelectionPreview }>('/selections/preview', selected);
  const held = { total: body.data.preview.total, state: body.data.preview.state };
  const gone = await asJob<SelectionDone>('delete', { ...selected, ...held });
  expect([gone.error, await counts()]).toEqual([null, []]);
  await asJob('undo', { job: gone.id });
  expect(await counts()).toEqual(before);
}, 900_000);

it('more than can be changed at once are refused with what to do, and nothing is begun', async () => {
  await portal.db.query(
    `INSERT INTO business_units (name) SELECT 'Too many ' || g FROM generate_series(1, 10001) g`,
  );
  const answer = await portal.api.post('/selections/preview', {
    model: 'business_units',
    query: { by_name: 'Too many' },
  });
  expect([answer.status, answer.body.error]).toEqual([
    422,
    'More than 10,000 business units match, which is more than are changed at once. Filter the list further.',
  ]);
});
