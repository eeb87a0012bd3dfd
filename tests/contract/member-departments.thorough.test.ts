import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
let listed: { id: number; name: string };
let members = 0;
beforeAll(async () => {
  factory = new Factory(portal.api, registry, portal.db);
  const { id, name } = await factory.create(registry.get('departments'));
  listed = { id, name: String(name) };
});

/** The id of the department that is called Other, which is listed from then on. */
async function listOther(): Promise<number> {
  const find = async () =>
    (await portal.api.get<Row[]>('/departments')).body.data.find(({ name }) => name === 'Other');
  const known = await find();
  return known?.id ?? (await portal.api.post('/departments', { name: 'Other' })).body.data.id;
}

/** Takes Other from the list, and from who has it. */
async function removeOther(): Promise<void> {
  const id = await listOther();
  for (const table of ['members', 'dcoe_members'])
    await portal.db.query({
      text: `UPDATE ${table} SET departments_id = NULL WHERE departments_id = $1`,
      values: [id],
    });
  expect((await portal.api.delete(`/departments/${id}`)).status).toBe(200);
}

describe.each(['/members', '/dcoe/members'])('the department of a member of %s', (path) => {
  const other = { departments_id: null, other_department: 'Optics' };
  const add = (more: object = {}) =>
    portal.api.post(path, { name: 'M', email: `department.${(members += 1)}@example.com`, ...more });
  const change = (id: number, body: object) => portal.api.put(`${path}/${id}`, body);
  const unsaid = "Department 'Other' is not listed: please tell what it is called.";
  let id: number;
  beforeEach(async () => {
    id = (await add({ other_department: 'Optics' })).body.data.id;
  });

  it('that is none of the list is shown, filtered, sorted and exported as the department', async () => {
    const row = (await portal.api.get<Row[]>(`${path}?by_department=OPTI`)).body.data.find(
      (one) => one.id === id,
    );
    expect(row).toMatchObject({
      ...other,
      department: 'Optics',
      department_name: 'Optics',
      departments: null,
    });
    const { body } = await portal.api.get<Row[]>(`${path}?sort=department`);
    const names = body.data.flatMap(({ department }) => (typeof department === 'string' ? [department] : []));
    expect(names).toContain('Optics');
    expect(names).toEqual(
      names.toSorted((a, b) =>
        a.toLowerCase() < b.toLowerCase() ? -1 : a.toLowerCase() > b.toLowerCase() ? 1 : 0,
      ),
    );
    const file = (await portal.api.get(`${path}.csv?by_department=Optics`)).text.trim().split('\r\n');
    const at = file[0]?.replace('\ufeff', '').split(',').indexOf('department') ?? -1;
    expect(file.slice(1).map((line) => line.split(',')[at])).toContain('Optics');
    expect((await change(id, { departments_id: listed.id })).body.data).toMatchObject({
      department: listed.name,
      department_name: listed.name,
    });
  });

  it.each([
    ['its id', () => ({ departments_id: listed.id })],
    ['its id in digits', () => ({ departments_id: `0${listed.id}` })],
    ['its name', () => ({ department: listed.name })],
    ['its name in the table', () => ({ department_name: listed.name })],
  ])('leaves no other one beside it, told by %s', async (_how, told) => {
    const { status, body } = await change(id, told());
    expect([status, body.data]).toMatchObject([200, { departments_id: listed.id, other_department: null }]);
  });

  it('leaves no other one beside it where many are changed', async () => {
    const { id: second } = (await add({ other_department: 'Lenses' })).body.data;
    const { status, body } = await portal.api.post<Row[]>(`${path}/bulk_update`, {
      records: [id, second].map((one) => ({ id: one, departments_id: listed.id })),
    });
    expect(status).toBe(200);
    for (const row of body.data)
      expect(row).toMatchObject({ departments_id: listed.id, other_department: null });
  });

  it('stands beside another one where both are told, and where another one is told alone', async () => {
    const both = { departments_id: listed.id, other_department: 'Lenses' };
    expect((await change(id, both)).body.data).toMatchObject(both);
    const told = { other_department: 'Prisms' };
    expect((await change(id, told)).body.data).toMatchObject({ ...both, ...told });
    expect((await change(id, { name: 'N' })).body.data).toMatchObject({ ...both, ...told });
  });

  it.each(['department', 'department_name'])(
    'told as Other by %s needs to be listed, or called',
    async (by) => {
      await removeOther();
      for (const { status, body } of [
        await change(id, { [by]: 'Other' }),
        await change(id, { [by]: ' other ', other_department: ' ' }),
        await add({ [by]: 'Other' }),
      ])
        expect([status, body.errors]).toEqual([422, [{ field: by, message: unsaid }]]);
      const called = { [by]: 'Other', other_department: 'Lenses' };
      const kept = { departments_id: null, other_department: 'Lenses' };
      expect((await change(id, called)).body.data).toMatchObject(kept);
      expect((await add(called)).body.data).toMatchObject(kept);
      const departments_id = await listOther();
      expect((await change(id, called)).body.data).toMatchObject(kept);
      expect((await add({ [by]: 'Other' })).body.data).toMatchObject({
        departments_id,
        other_department: null,
      });
      const { data } = (await add({ departments_id: listed.id })).body;
      expect((await change(data.id, { [by]: 'Other' })).body.data).toMatchObject({ departments_id });
    },
  );

  it.each([
    ['department', '', 'departments_id'],
    ['department', 'None', 'departments_id'],
    ['department_name', null, 'departments_id'],
    ['department_name', ' none ', 'departments_id'],
    ['business_unit', null, 'business_units_id'],
    ['business_unit', 'None', 'business_units_id'],
    ['business_unit_name', '  ', 'business_units_id'],
    ['business_unit_name', 'NONE', 'business_units_id'],
  ])('told by %s as %j is none', async (by, none, reference) => {
    const unit = await factory.shared(registry.get('business_units'));
    const both = { departments_id: listed.id, business_units_id: unit.id };
    expect((await change(id, both)).body.data).toMatchObject(both);
    const { status, body } = await change(id, { [by]: none });
    const cleared = { ...both, [reference]: null, other_department: null };
    expect([status, body.data]).toMatchObject([200, cleared]);
    const nothing = { [reference]: null, other_department: null };
    expect((await add({ [by]: none })).body.data).toMatchObject(nothing);
  });

  it('told by two names is that which is not blank', async () => {
    const told = { department: '', department_name: listed.name };
    expect((await change(id, told)).body.data).toMatchObject({ departments_id: listed.id });
  });

  it('told as None keeps what another one is called, and is that which the list has under the name', async () => {
    expect((await change(id, { department: 'None' })).body.data).toMatchObject(other);
    const none = (await portal.api.post('/departments', { name: 'None' })).body.data;
    expect((await change(id, { department: 'none' })).body.data).toMatchObject({ departments_id: none.id });
    expect((await portal.api.delete(`${path}/${id}`)).status).toBe(200);
    expect((await portal.api.delete(`/departments/${none.id}`)).status).toBe(200);
  });

  it('that is called Other is what it is called, whenever that is told', async () => {
    const departments_id = await listOther();
    const told = { departments_id, other_department: 'Lenses' };
    expect((await change(id, told)).body.data).toMatchObject({ ...told, departments_id: null });
    expect((await change(id, { departments_id })).body.data).toMatchObject({ ...told, departments_id: null });
    const { data } = (await add({ departments_id })).body;
    expect(data).toMatchObject({ departments_id, other_department: null });
    expect((await change(data.id, { other_department: 'Optics' })).body.data).toMatchObject(other);
  });
});

describe('a file of members', () => {
  it('says nothing new of an other department as it was downloaded, and adds no department by a slip', async () => {
    const email = 'file.department@example.com';
    await portal.api.post('/members', { name: 'M', email, department: 'Optics' });
    const row = { name: 'M', email, department: 'Optics', other_department: 'Optics' };
    const plan = (data: object[]) =>
      portal.api.post<Record<string, unknown>>('/members/import_json', { data, update: true, dry_run: true });
    expect((await plan([row])).body.data).toMatchObject({ valid: true, unchanged: 1, would_update: 0 });
    const { data } = (await plan([{ ...row, department: 'Optisc', other_department: 'Optics' }])).body;
    expect(data).toMatchObject({ valid: false, errors: [{ column: 'department' }] });
  });
});
