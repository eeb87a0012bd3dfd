import { beforeAll, describe, expect, it } from 'vitest';
import type { SelectionPreview } from '#calls/selections.ts';
import { registry } from '#resources/registry.ts';
import type { Api } from '#tests/support/api.ts';
import { ONE_CONNECTION } from '#tests/support/database.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

// One connection: a change that needed a second one while it holds its own would wait for itself.
const portal = withPortal(
  { SAML_ROLES_ATTRIBUTE: 'groups', SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer' },
  ONE_CONNECTION,
);
let desk: Api;
let factory: Factory;
beforeAll(async () => {
  desk = await portal.signIn({ roles: ['admin'] });
  factory = new Factory(desk, registry, portal.db);
});

type Held = Pick<SelectionPreview, 'total' | 'state'>;
type Told = { preview: SelectionPreview | null; job: { id: string } | null };

const ask = async (what: string, body: object, as: Api = desk) => as.post<Told>(`/selections/${what}`, body);
const departments = (prefix: string) => ({ model: 'departments', query: { by_name: prefix } });
const holdNow = async (selected: object): Promise<Held> => {
  const { body } = await ask('preview', selected);
  const { total, state } = body.data.preview ?? { total: 0, state: '' };
  return { total, state };
};
const ended = async (what: string, body: object) => {
  const answer = await ask(what, body);
  expect(answer.status).toBe(202);
  return followJob(desk, answer.body.data.job?.id ?? '');
};
/** Departments whose names begin so, every other one with an abbreviation. */
const plant = (prefix: string, count: number) =>
  portal.db.query(
    `INSERT INTO departments (name, abbreviation)
     SELECT $1 || ' ' || g, CASE WHEN g % 2 = 0 THEN 'OLD' END FROM generate_series(1, $2::int) g`,
    [prefix, count],
  );
const abbreviations = async (prefix: string) => {
  const { rows } = await portal.db.query<{ abbreviation: string | null; count: number }>(
    `SELECT abbreviation, count(*)::integer AS count FROM departments WHERE name LIKE $1 || ' %' GROUP BY 1 ORDER BY 1`,
    [prefix],
  );
  return rows.map(({ abbreviation, count }) => [abbreviation, count]);
};

describe('a preview of a change of several records', () => {
  beforeAll(() => plant('Wrong', 1));

  it('says from which values to what, how many have it already, and changes nothing', async () => {
    const all = await Promise.all(
      ['2031-01-01', '2031-01-01', '2030-12-31'].map((expired_at) =>
        factory.create(registry.get('cost_centers'), { expired_at }),
      ),
    );
    const ids = all.map(({ id }) => id);
    const changes = { expired_at: '2030-12-31', approved: true };
    const { status, body } = await ask('preview', { model: 'cost_centers', ids, changes });
    expect(status).toBe(200);
    expect(body.data.preview).toMatchObject({ total: 3, refused_total: 0 });
    expect(body.data.preview?.fields).toEqual([
      expect.objectContaining({
        label: 'Expired At',
        to: '31-Dec-2030',
        from: [{ shown: '01-Jan-2031', count: 2 }],
        changed: 2,
        same: 1,
      }),
      expect.objectContaining({ field: 'approved' }),
    ]);
    const { body: first } = await desk.get(`/cost_centers/${ids[0]}`);
    expect([first.data['expired_at'], first.data.lock_version]).toEqual(['2031-01-01', 1]);
  });

  it('names the records that would refuse, each with its reason', async () => {
    const [whole, lacks] = [
      await factory.create(registry.get('cost_centers')),
      await factory.create(registry.get('cost_centers')),
    ];
    await portal.db.query('UPDATE cost_centers SET business_units_id = NULL WHERE id = $1', [lacks.id]);
    const selected = { model: 'cost_centers', ids: [whole.id, lacks.id], changes: { approved: true } };
    const { body } = await ask('preview', selected);
    expect(body.data.preview).toMatchObject({
      refused_total: 1,
      refused: [{ id: lacks.id, status: 422, name: `Cost Center ${String(lacks['identifier'])}` }],
    });
  });

  it.each([
    [422, { changes: { name: 'One name for all' } }, 'name'],
    [422, { changes: { abbreviation: 'x'.repeat(21) } }, 'abbreviation'],
    [422, { changes: { created_at: '2026-01-01' } }, 'created_at'],
    [422, { changes: { ['__proto__x']: 1 } }, '__proto__x'],
    [422, { changes: [] }, 'changes'],
    [422, { ids: [] }, 'ids'],
    [422, { ids: ['1; DROP TABLE departments'] }, 'ids'],
    [422, { query: undefined }, 'query'],
    [422, { ids: [1] }, 'query'],
    [422, { query: { by_name: 'nobody is called so' } }, undefined],
    [400, { query: { by_nothing: 'x' } }, undefined],
    [400, { query: { by_name: '\u0000' } }, undefined],
    [404, { model: 'pg_user' }, undefined],
    [422, { model: 'drift_findings' }, undefined],
  ])('is refused with %s for %j', async (status, wrong, field) => {
    const answer = await ask('preview', { ...departments('Wrong'), ...wrong });
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([status, field]);
  });

  it('sets no secret of several records', async () => {
    const app = await factory.create(registry.get('github_organization_apps'));
    const answer = await ask('preview', {
      model: 'github_organization_apps',
      ids: [app.id],
      changes: { private_key: 'mine' },
    });
    expect([answer.status, answer.body.error]).toEqual([
      422,
      'Private Key cannot be set for several records.',
    ]);
    const found = { model: 'github_organization_apps', query: { by_private_key: 'x' } };
    expect((await ask('preview', found)).status).toBe(400);
  });
});

describe('a change of all that match', () => {
  it('of more than are looked at at once is previewed by a job, done by a job, and undone whole', async () => {
    await plant('Many', 620);
    const selected = departments('Many');
    const changes = { abbreviation: 'NEW' };
    const looked = await ask('preview', { ...selected, changes });
    expect([looked.status, looked.body.data.preview]).toEqual([200, null]);
    const { result } = await followJob(desk, looked.body.data.job?.id ?? '');
    const preview = result as unknown as SelectionPreview;
    expect(preview).toMatchObject({
      total: 620,
      fields: [
        {
          to: 'NEW',
          from: [
            { shown: null, count: 310 },
            { shown: 'OLD', count: 310 },
          ],
        },
      ],
    });
    const { total, state } = preview;
    const done = await ended('change', { ...selected, changes, total, state });
    expect([done.state, done.result]).toMatchObject(['done', { changed: 620, may_undo: true }]);
    expect(await abbreviations('Many')).toEqual([['NEW', 620]]);
    const { rows } = await portal.db.query(
      `SELECT DISTINCT request_id FROM record_history WHERE changes -> 'abbreviation' ->> 'to' = 'NEW'`,
    );
    expect(rows).toHaveLength(1);

    expect(await ended('undo', { job: done.id })).toMatchObject({ state: 'done', result: { changed: 620 } });
    expect(await abbreviations('Many')).toEqual([
      ['OLD', 310],
      [null, 310],
    ]);
    expect((await ask('undo', { job: done.id })).status).toBe(409);
  });

  it('changes nothing where others match by now, or one was changed since', async () => {
    await plant('Held', 3);
    const selected = departments('Held');
    const held = await holdNow(selected);
    await plant('Held too', 1);
    const more = await ended('change', { ...selected, ...held, changes: { abbreviation: 'X' } });
    expect([more.state, more.error]).toEqual([
      'failed',
      '3 departments matched at the preview, and 4 do now. Nothing was changed. Look at the preview again.',
    ]);
    const again = await holdNow(selected);
    const { body } = await desk.get('/departments?by_name=Held 1');
    const [one] = body.data as unknown as { id: number }[];
    await desk.put(`/departments/${one?.id}`, { abbreviation: 'MINE' });
    const changed = await ended('delete', { ...selected, ...again });
    expect([changed.state, changed.error]).toMatchObject(['failed', /some were changed since the preview/]);
    expect(await abbreviations('Held')).toEqual([
      ['MINE', 1],
      ['OLD', 1],
      [null, 2],
    ]);
  });

  it('changes none where one refuses, and the job names it', async () => {
    const one = await factory.create(registry.get('cost_centers'));
    const lacks = await factory.create(registry.get('cost_centers'));
    await portal.db.query('UPDATE cost_centers SET business_units_id = NULL WHERE id = $1', [lacks.id]);
    const selected = { model: 'cost_centers', ids: [one.id, lacks.id] };
    const job = await ended('change', {
      ...selected,
      ...(await holdNow(selected)),
      changes: { expired_at: '2033-03-03' },
    });
    expect(job).toMatchObject({ state: 'failed', result: { refused: [{ id: lacks.id }], refused_total: 1 } });
    expect((await desk.get(`/cost_centers/${one.id}`)).body.data['expired_at']).not.toBe('2033-03-03');
  });

  it('is not undone where somebody has changed one of them since', async () => {
    await plant('Taken', 2);
    const selected = departments('Taken');
    const done = await ended('change', {
      ...selected,
      ...(await holdNow(selected)),
      changes: { abbreviation: 'B' },
    });
    const { body } = await desk.get('/departments?by_name=Taken 1');
    const [one] = body.data as unknown as { id: number }[];
    await desk.put(`/departments/${one?.id}`, { abbreviation: 'C' });
    expect((await ended('undo', { job: done.id })).state).toBe('failed');
    expect(await abbreviations('Taken')).toEqual([
      ['B', 1],
      ['C', 1],
    ]);
  });
});

describe('a change of a reference', () => {
  it('reaches the records that a short name finds', async () => {
    const units = registry.get('business_units');
    const before = await factory.create(units, { name: 'Short Before', abbreviation: 'QSB' });
    const after = await factory.create(units, { name: 'Short After', abbreviation: 'QSA' });
    await factory.create(registry.get('cost_centers'), { business_units_id: before.id });
    const selected = { model: 'cost_centers', query: { by_business_unit_name: 'qsb' } };
    const changes = { business_units_id: after.id };
    const job = await ended('change', { ...selected, ...(await holdNow(selected)), changes });
    expect(job).toMatchObject({ state: 'done', result: { total: 1, changed: 1 } });
    const { body } = await desk.get('/cost_centers?by_business_unit_name=qsa&page=1');
    expect(body.meta.total).toBe(1);
  });
});

describe('a deletion of all that match', () => {
  it('deletes them and one undo brings all back', async () => {
    await plant('Gone', 5);
    const selected = departments('Gone');
    const done = await ended('delete', { ...selected, ...(await holdNow(selected)) });
    expect(done.result).toMatchObject({ what: 'delete', changed: 5, may_undo: true });
    expect(await abbreviations('Gone')).toEqual([]);
    expect((await ended('undo', { job: done.id })).state).toBe('done');
    expect(await abbreviations('Gone')).toEqual([
      ['OLD', 2],
      [null, 3],
    ]);
  });
});

describe('who may do what with selected records', () => {
  it('lets who only reads see what is selected, and neither change, delete nor undo', async () => {
    await plant('Rights', 1);
    const selected = departments('Rights');
    const viewer = await portal.signIn({ email: 'vera@example.com', roles: ['viewer'] });
    const held = await holdNow(selected);
    expect((await ask('preview', selected, viewer)).status).toBe(200);
    const changes = { abbreviation: 'V' };
    expect((await ask('preview', { ...selected, changes }, viewer)).status).toBe(403);
    expect((await ask('change', { ...selected, ...held, changes }, viewer)).status).toBe(403);
    expect((await ask('delete', { ...selected, ...held }, viewer)).status).toBe(403);
    const done = await ended('change', { ...selected, ...held, changes });
    // It is not theirs, so for them there is none.
    expect((await ask('undo', { job: done.id }, viewer)).status).toBe(404);
    const editor = await portal.signIn({ email: 'ed@example.com', roles: ['editor'] });
    expect((await ask('undo', { job: done.id }, editor)).status).toBe(404);
  });

  it('lets the chosen records leave as a file in which no cell is a formula', async () => {
    await portal.db.query(`INSERT INTO departments (name) VALUES ('=HYPERLINK("x")'), ('Left out')`);
    const { body } = await desk.get('/departments?by_name=HYPERLINK');
    const [one] = body.data as unknown as { id: number }[];
    const { status, text } = await desk.post('/selections/file', {
      model: 'departments',
      ids: [one?.id],
    });
    expect(status).toBe(200);
    expect(text).toContain(`'=HYPERLINK`);
    expect(text).not.toContain('Left out');
  });
});

it('a text that no database can keep is refused, also where it would lie in the input of a job', async () => {
  for (const q of ['a\u0000', 'half \ud800'])
    for (const [what, more] of [
      ['change', { changes: { abbreviation: 'NEW' }, total: 1, state: 'x' }],
      ['delete', { total: 1, state: 'x' }],
    ] as const) {
      const { status, body } = await ask(what, { model: 'departments', query: { q }, ...more });
      expect([what, status, body.errors?.map(({ field }) => field)]).toEqual([what, 422, ['query']]);
    }
});
