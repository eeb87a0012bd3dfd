import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportMeta } from '#calls/imports.ts';
import type { ImportResult } from '#kernel/csv/csv-import.ts';
import type { HistoryEntry } from '#kernel/history.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import {
  addWorld,
  costCenter,
  countOf,
  importBody,
  importJson,
  refusalOf,
} from '#tests/support/worksheets.ts';

const portal = withPortal();
beforeAll(() => addWorld(portal.api));

const owner = { cloud_contact_email: 'amelia.hart@example.com' };
const full = (identifier: string, more: object = {}) => ({
  ...owner,
  identifier,
  companies_code: '1000',
  business_unit_name: 'Gaming',
  department_name: 'Finance',
  active_at: '2026-01-01',
  ...more,
});
const make = async (...rows: object[]) => {
  const { status, text } = await importJson(portal.api, { data: rows });
  expect([status, text]).toEqual([201, text]);
};
const plan = async (data: object[]) => {
  const { status, body } = await importJson(portal.api, { data, update: true, dry_run: true });
  expect(status).toBe(200);
  return body.data;
};

describe('a file that may update', () => {
  it('shows first what it would create, change and leave, and does just that', async () => {
    await make(full('up-1'), full('up-2'), full('up-3', { expired_at: '2026-12-31' }));
    const data = [
      { identifier: ' UP-1 ', department_name: 'Network Operations', active_at: '2026-02-01' },
      { identifier: 'up-2', department_name: 'finance', active_at: '01-Jan-2026' },
      { identifier: 'up-4', department_name: 'Finance', active_at: '2026-03-01', ...owner },
    ].map((row) => ({ ...owner, ...row }));
    const before = await countOf(portal.api);
    expect(await plan(data)).toMatchObject({
      valid: true,
      would_create: 1,
      would_update: 1,
      unchanged: 1,
      rows: [
        {
          row: 2,
          values: { identifier: 'up-1', department_name: 'Network Operations', active_at: '2026-02-01' },
          before: { department_name: 'Finance', active_at: '2026-01-01' },
        },
        { row: 4, values: { identifier: 'up-4', department_name: 'Finance' } },
      ],
    });
    expect(await costCenter(portal.api, 'up-1')).toMatchObject({ lock_version: 1 });

    const { status, body } = await importJson(portal.api, { data, update: true });
    expect([status, body.data]).toEqual([
      201,
      { created: 1, updated: 1, unchanged: 1, skipped: 0, ignored_columns: [] },
    ]);
    expect(await countOf(portal.api)).toBe(before + 1);
    const changed = await costCenter(portal.api, 'up-1');
    expect(changed).toMatchObject({
      identifier: 'up-1',
      department_name: 'Network Operations',
      business_unit_name: 'Gaming',
      active_at: '2026-02-01',
      lock_version: 2,
    });
    expect(await costCenter(portal.api, 'up-2')).toMatchObject({ lock_version: 1 });
    const history = await portal.api.get<HistoryEntry[]>(`/cost_centers/${changed.id}/history`);
    expect(history.body.data.map(({ action }) => action)).toEqual(['update', 'import']);
    expect(history.body.data[0]?.changes.map(({ field }) => field).toSorted()).toEqual([
      'active_at',
      'departments_id',
    ]);
  });

  it('changes nothing when the portal wrote it', async () => {
    const file = await portal.api.get('/cost_centers.csv');
    const body = { ...importBody(new TextEncoder().encode(file.text)), update: true };
    const { body: done } = await importJson(portal.api, body);
    expect(done.data).toMatchObject({ created: 0, updated: 0, unchanged: await countOf(portal.api) });
  });

  it('may leave a company whose code another one has as well since', async () => {
    await portal.api.post('/companies', { code: '4800', country: 'Peru' });
    await make(full('up-company', { companies_code: '4800' }), full('up-other'));
    await portal.api.post('/companies', { code: '4800', country: 'Malta' });
    const same = { ...owner, identifier: 'up-company', companies_code: '4800', department_name: 'Finance' };
    expect(await plan([same])).toMatchObject({ valid: true, unchanged: 1 });
    expect(await plan([{ ...same, identifier: 'up-other' }])).toMatchObject({ valid: false, error_total: 1 });
    expect(await plan([{ ...same, company_location: 'Malta' }])).toMatchObject({ would_update: 1 });
  });

  it('clears what may be empty where its cell is blank, and leaves a column that it lacks', async () => {
    await make(full('blank-1', { expired_at: '2026-12-31' }), full('blank-2', { expired_at: '2026-12-31' }));
    const clears = { update: true, empty_cells: 'clear' };
    await importJson(portal.api, { data: [{ identifier: 'blank-1', expired_at: '' }], ...clears });
    await importJson(portal.api, { data: [{ identifier: 'blank-2', company_code: '' }], ...clears });
    expect(await costCenter(portal.api, 'blank-1')).toMatchObject({ expired_at: null, lock_version: 2 });
    expect(await costCenter(portal.api, 'blank-2')).toMatchObject({
      expired_at: '2026-12-31',
      lock_version: 1,
    });
  });

  it('leaves what is there where its cell is blank, unless a person says that it clears, and names each value either way', async () => {
    await make(full('empty-1', { expired_at: '2026-12-31' }), full('empty-2'));
    const blank = (identifier: string, more: object = {}) => ({
      identifier,
      active_at: '2026-02-01',
      business_unit_name: '',
      expired_at: '',
      ...more,
    });
    const data = [
      blank('empty-1'),
      blank('empty-2', { business_unit_name: 'Gaming' }),
      blank('empty-3', owner),
    ];
    const met = {
      total: 2,
      values: [
        { row: 2, record: 'empty-1', property: 'business_unit_name', value: 'Gaming' },
        { row: 2, record: 'empty-1', property: 'expired_at', value: '2026-12-31' },
      ],
    };
    const left = await plan(data);
    expect(left).toMatchObject({ valid: true, would_update: 2, emptied: met });
    expect(left.rows[0]).toMatchObject({ row: 2, before: { active_at: '2026-01-01' } });
    const send = (body: object) => importJson(portal.api, { update: true, empty_cells: 'clear', ...body });
    // A business unit is what every edited cost center has: the file that takes it away is refused where it does.
    const { body: refused } = await send({ data, dry_run: true });
    expect(refused.data).toMatchObject({
      valid: false,
      error_total: 1,
      errors: [{ row: 2, column: 'business_unit_name' }],
      emptied: met,
    });
    expect((await send({ data })).status).toBe(422);

    const rest = data.map(({ business_unit_name: _unit, ...row }) => row);
    const { body: cleared } = await send({ data: rest, dry_run: true });
    expect(cleared.data).toMatchObject({ valid: true, emptied: { total: 1, values: [met.values[1]] } });
    expect((await importJson(portal.api, { data, update: true })).body.data).toMatchObject({ updated: 2 });
    expect(await costCenter(portal.api, 'empty-1')).toMatchObject({
      business_unit_name: 'Gaming',
      expired_at: '2026-12-31',
    });
    const done = await send({ data: rest.slice(0, 2) });
    expect(done.body.data).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await costCenter(portal.api, 'empty-1')).toMatchObject({ expired_at: null });
    // It is taken back as any import is.
    const { changes } = done.body.meta as unknown as ImportMeta;
    const undo = await portal.api.post<{ job: { id: string } }>('/activity/undo', { changes });
    expect(await followJob(portal.api, undo.body.data.job.id)).toMatchObject({ state: 'done' });
    expect(await costCenter(portal.api, 'empty-1')).toMatchObject({ expired_at: '2026-12-31' });
    expect((await send({ data: rest, empty_cells: 'drop' })).status).toBe(422);
  });

  it('says what an other department is called in place of Other, as a single change does', async () => {
    await portal.api.post('/departments', { name: 'Other', abbreviation: 'OTH' });
    const member = { name: 'Olga Other', email: 'olga.other@example.com' };
    const { body } = await portal.api.post('/members', { ...member, department: 'Finance' });
    const told = { ...member, department: 'Other', other_department: 'Legal' };
    const send = () => portal.api.post<ImportResult>('/members/import_json', { data: [told], update: true });
    expect((await send()).body.data).toMatchObject({ updated: 1 });
    expect((await portal.api.get(`/members/${body.data.id}`)).body.data).toMatchObject({
      departments_id: null,
      other_department: 'Legal',
    });
    expect((await send()).body.data).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('is refused by the rules of updates, by row and column, and nothing is changed', async () => {
    await make(full('rule-1'), full('rule-2', { business_unit_name: '' }));
    const data = [
      { identifier: 'rule-1', business_unit_name: 'none', active_at: '2026-01-01' },
      { identifier: 'rule-2', active_at: '2026-05-05' },
      { identifier: 'rule-3', active_at: 'never' },
    ];
    const { errors } = await refusalOf(portal.api, { data, update: true });
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [1, 'cloud_contact_email'],
      [2, 'business_unit_name'],
      [3, 'business_unit_name'],
      [4, 'active_at'],
    ]);
    expect(await costCenter(portal.api, 'rule-2')).toMatchObject({ active_at: '2026-01-01' });
  });

  it('is refused where the record would have no department, whether the file takes it away or leaves it out', async () => {
    await make(full('none-1'), full('none-2', { department_name: '' }));
    const refused = { column: 'department_name', message: "Edited Department can't be None!" };
    const taken = ['None', ''].map((department) => [
      { identifier: 'none-3', department_name: 'Finance', active_at: '2026-03-01', ...owner },
      { ...full('none-1'), department_name: department },
    ]);
    for (const data of taken) {
      const { errors } = await refusalOf(portal.api, { data, update: true, empty_cells: 'clear' });
      expect(errors).toMatchObject([{ row: 3, ...refused }]);
    }
    const left = [{ identifier: 'none-2', active_at: '2026-05-05' }];
    const { errors } = await refusalOf(portal.api, { data: left, update: true });
    expect(errors).toMatchObject([{ row: 2, ...refused }]);
    expect(await costCenter(portal.api, 'none-1')).toMatchObject({ department_name: 'Finance' });
    expect(await costCenter(portal.api, 'none-2')).toMatchObject({ lock_version: 1 });

    const named = [{ ...left[0], department_name: 'Finance' }];
    const { body } = await importJson(portal.api, { data: named, update: true });
    expect(body.data).toMatchObject({ created: 0, updated: 1 });
  });

  it('names rows of the same record, and circles through records that it does not name', async () => {
    await make(
      full('ring-1', { replacement_cost_center: 'ring-2' }),
      full('ring-2', { replacement_cost_center: 'ring-3' }),
      full('ring-3'),
    );
    const twins = await refusalOf(portal.api, {
      data: [
        { identifier: 'ring-1', active_at: '2026-02-02' },
        { identifier: 'RING-1', active_at: '2026-03-03' },
      ],
      update: true,
    });
    expect(twins.errors.map(({ row, detail }) => [row, detail])).toEqual([
      [2, "'ring-1' is in row 3, too."],
      [3, "'ring-1' is in row 2, too."],
    ]);
    const ring = await refusalOf(portal.api, {
      data: [{ identifier: 'ring-3', replacement_cost_center: 'ring-1' }],
      update: true,
    });
    expect(ring.errors).toMatchObject([{ row: 2, column: 'replacement_cost_center' }]);
    const through = await importJson(portal.api, {
      data: [
        { ...owner, identifier: 'ring-4', replacement_cost_center: 'ring-1' },
        { ...owner, identifier: 'ring-1', replacement_cost_center: 'ring-5' },
        { ...owner, identifier: 'ring-5', replacement_cost_center: '' },
      ],
      update: true,
    });
    expect(through.body.data).toMatchObject({ created: 2, updated: 1 });
    expect(await costCenter(portal.api, 'ring-1')).toMatchObject({ replacement_cost_center: 'ring-5' });
  });

  it('says so by true or false', async () => {
    const { status } = await importJson(portal.api, { data: [full('x')], update: 'yes' });
    expect(status).toBe(422);
  });

  it('without that is refused as before where a record exists', async () => {
    await make(full('only-new'));
    const { errors } = await refusalOf(portal.api, { data: [full('only-new')] });
    expect(errors[0]?.detail).toBe("'only-new' exists already.");
  });
});
