import { beforeAll, describe, expect, it } from 'vitest';
import { costCenters } from '#resources/cost-centers.ts';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

interface Replaced {
  cost_center: Row;
  replaced: Row;
}

const replace = (id: number, body: object) => portal.api.post<Replaced>(`/cost_centers/${id}/replace`, body);
const stored = async (id: number) => (await portal.api.get(`/cost_centers/${id}`)).body.data;
const today = async () =>
  (await portal.db.query<{ day: string }>("SELECT to_char(today(), 'YYYY-MM-DD') AS day")).rows[0]?.day ?? '';
const make = (identifier: string, more: object = {}) =>
  factory.create(costCenters, { identifier, active_at: '2020-01-01', expired_at: null, ...more });

describe('a cost center that expires', () => {
  it('is replaced in one step by one that is charged and owned like it', async () => {
    const old = await make('REPLACED-1', { expired_at: '2999-12-31' });
    const before = await today();
    const { status, body } = await replace(old.id, { cost_center: { identifier: 'REPLACED-2' } });
    expect(status).toBe(201);
    const { cost_center: added, replaced } = body.data;
    const same = ['company_code', 'companies_id', 'cloud_contact_id', 'business_units_id', 'departments_id'];
    for (const field of same) expect(added[field]).toEqual(old[field]);
    expect(added).toMatchObject({
      identifier: 'REPLACED-2',
      active_at: expect.toBeOneOf([before, await today()]),
      expired_at: null,
      approved: false,
      new_cost_center_id: null,
    });
    expect(replaced).toMatchObject({ id: old.id, replacement_cost_center: 'REPLACED-2' });
    expect(await stored(old.id)).toEqual(replaced);
  });

  it('and has expired already, is replaced without a gap, or from the day that is told', async () => {
    const gone = await make('REPLACED-GAP', { expired_at: '2024-02-28' });
    const { body } = await replace(gone.id, { identifier: 'REPLACED-GAP-2' });
    expect(body.data.cost_center['active_at']).toBe('2024-02-29');
    const told = await make('REPLACED-TOLD', { expired_at: '2024-02-28' });
    const later = await replace(told.id, { identifier: 'REPLACED-TOLD-2', active_at: '2024-03-05' });
    expect(later.body.data.cost_center['active_at']).toBe('2024-03-05');
  });

  it('has one replacement, however often and however fast that is asked for', async () => {
    const old = await make('REPLACED-FAST');
    const asked = ['A', 'B', 'C'].map((end) => replace(old.id, { identifier: `REPLACED-FAST-${end}` }));
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { body } = await portal.api.get<Row[]>('/cost_centers?by_identifier=REPLACED-FAST-');
    expect(body.data).toHaveLength(1);
    const { body: refused } = await replace(old.id, { identifier: 'REPLACED-FAST-D' });
    expect(refused.error).toBe(
      `Cost Center REPLACED-FAST is replaced by ${String(body.data[0]?.['identifier'])} already.`,
    );
  });

  it('is replaced although it has neither business unit nor department, which nobody asks for here', async () => {
    const none = { business_units_id: null, departments_id: null };
    const old = await make('REPLACED-NONE', { business_units_id: -9999, departments_id: -9999 });
    expect(old).toMatchObject(none);
    const { status, body } = await replace(old.id, { identifier: 'REPLACED-NONE-2' });
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.data.cost_center).toMatchObject(none);
    expect(body.data.replaced).toMatchObject({ ...none, replacement_cost_center: 'REPLACED-NONE-2' });
    // Whoever edits it says what it belongs to.
    const edited = await portal.api.put(`/cost_centers/${old.id}`, { approved: true });
    expect([edited.status, edited.body.errors.map(({ field }) => field)]).toEqual([
      422,
      ['business_units_id', 'departments_id'],
    ]);
  });

  it('is no backup of itself, which is refused of one, of several and of a file; two may back each other up', async () => {
    const [one, other] = [await make('BACKUP-1'), await make('BACKUP-2')];
    const message = 'Backup Cost Center must be another Cost Center.';
    const itself = await portal.api.put(`/cost_centers/${one.id}`, { alt_cost_center_id: one.id });
    expect([itself.status, itself.body.errors]).toEqual([422, [{ field: 'alt_cost_center_id', message }]]);
    const records = [{ id: one.id, alt_cost_center_id: one.id }];
    expect((await portal.api.post('/cost_centers/bulk_update', { records })).status).toBe(422);
    const data = [{ identifier: 'BACKUP-1', alternate_cost_center: 'BACKUP-1' }];
    const file = await portal.api.post('/cost_centers/import_json', { data, update: true });
    expect([file.status, file.text]).toEqual([422, expect.stringContaining(message)]);
    const added = [
      {
        ...data[0],
        identifier: 'BACKUP-3',
        alternate_cost_center: 'BACKUP-3',
        cloud_contact_email: one['cloud_contact_email'],
        companies_code: one['companies_code'],
      },
    ];
    const fresh = await portal.api.post('/cost_centers/import_json', { data: added });
    expect([fresh.status, fresh.text]).toEqual([422, expect.stringContaining(message)]);
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      expect((await portal.api.put(`/cost_centers/${from.id}`, { alt_cost_center_id: to.id })).status).toBe(
        200,
      );
  });

  it('stays as it is where the new one cannot be added, which is told by field', async () => {
    const old = await make('REPLACED-REFUSED');
    const duplicate = await replace(old.id, { identifier: ' replaced-refused ' });
    expect([duplicate.status, duplicate.body.errors?.[0]?.field]).toEqual([409, 'identifier']);
    const missing = await replace(old.id, {});
    expect([missing.status, missing.body.errors?.[0]?.field]).toEqual([422, 'identifier']);
    const owned = await replace(old.id, { identifier: 'REPLACED-REFUSED-2', cloud_contact_id: 1 });
    expect(owned.body.errors).toEqual([
      { field: 'cloud_contact_id', message: 'cloud_contact_id cannot be set here.' },
    ]);
    const both = await replace(old.id, { active_at: 'soon', cloud_contact_id: 1 });
    expect(both.body.errors?.map(({ field }) => field).toSorted()).toEqual([
      'active_at',
      'cloud_contact_id',
      'identifier',
    ]);
    expect(await stored(old.id)).toEqual(old);
    expect((await replace(999_999_999, { identifier: 'REPLACED-NOBODY' })).status).toBe(404);
  });
});
