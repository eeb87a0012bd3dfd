import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import { messages } from '#resources/messages.ts';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { onDay } from '#tests/support/on-day.ts';
import { ReferenceData } from '#tests/support/reference-data.ts';

const engine = withEngine(registry);
const data = new ReferenceData(engine);

const statuses = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const tenTimes = <T>(make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, n) => make(n)));

describe('a creation', () => {
  it('answers the whole row with defaults and with what the references bring', async () => {
    const owner = await data.contact({ name: 'Ada', terminated: true });
    const today = onDay();
    const row = await data.costCenter({ cloud_contact_id: owner.id });
    expect(row).toMatchObject({
      lock_version: 1,
      company_code: '01',
      approved: false,
      active_at: today,
      business_units_id: null,
      business_unit_name: null,
      new_cost_center: null,
      cloud_contact_email: owner['email'],
      cloud_contact: { id: owner.id, email: owner['email'], name: 'Ada' },
      owner_terminated: true,
    });
  });

  it('takes its fields bare or wrapped in the name of the model', async () => {
    for (const wrapper of ['department', 'departments']) {
      const name = data.unique('Wrapped ');
      const { status, body } = await engine.call('POST', '/departments', { [wrapper]: { name } });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({ name });
    }
  });

  it('names every wrong field at once, references that are gone included', async () => {
    const { status, body } = await engine.call('POST', '/cost_centers', {
      cloud_contact_id: 999_999,
      departments_id: 'three',
      approved: true,
      expired_at: '2026-02-30',
      surprise: 1,
    });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field).toSorted()).toEqual([
      'approved',
      'cloud_contact_id',
      'departments_id',
      'expired_at',
      'identifier',
      'surprise',
    ]);
  });

  it('names every reference that is gone when nothing else is wrong', async () => {
    const input = await data.costCenterInput({ cloud_contact_id: 999_999, new_cost_center_id: 888_888 });
    const { status, body } = await engine.call('POST', '/cost_centers', input);
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field)).toEqual(['cloud_contact_id', 'new_cost_center_id']);
  });

  it.each(['POST', 'PUT'] as const)('names them to a %s with a key too', async (method) => {
    const { id } = await data.costCenter();
    const gone = { cloud_contact_id: 999_999, new_cost_center_id: 888_888 };
    const [path, input] =
      method === 'POST' ? ['/cost_centers', await data.costCenterInput(gone)] : [`/cost_centers/${id}`, gone];
    const headers = { 'idempotency-key': `gone-${method}` };
    const { status, body } = await engine.call(method, path, input, { headers });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field)).toEqual(['cloud_contact_id', 'new_cost_center_id']);
  });

  it('is refused with the declared sentence when the identifier is taken, whatever case and blanks', async () => {
    const { identifier } = await data.costCenter({ identifier: 'Dup 1' });
    expect(identifier).toBe('Dup 1');
    const answer = await engine.call(
      'POST',
      '/cost_centers',
      await data.costCenterInput({ identifier: ' dUP 1 ' }),
    );
    expect(answer.status).toBe(409);
    expect(answer.body.error).toBe(messages.duplicateIdentifier);
    expect(answer.body.errors).toEqual([{ field: 'identifier', message: messages.duplicateIdentifier }]);
  });

  it('happens once when ten people add the same identifier at the same time', async () => {
    const input = await data.costCenterInput();
    const answers = await tenTimes(() => engine.call('POST', '/cost_centers', input));
    expect(statuses(answers)).toEqual([201, 409, 409, 409, 409, 409, 409, 409, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => body.error))).toEqual(new Set([messages.duplicateIdentifier]));
  });

  it('counts empty fields as alike in what must be unique together', async () => {
    const code = data.unique('C');
    await data.company({ code });
    const { status, body } = await engine.call('POST', '/companies', { code, country: '' });
    expect(status).toBe(409);
    expect(body.errors.map(({ field }) => field)).toEqual(['code', 'country', 'gl_type']);
  });

  it('refuses what is no object with 400', async () => {
    for (const body of [[], 'null', '7']) {
      const headers = { 'content-type': 'application/json' };
      const { status } = await engine.call('POST', '/departments', body, { headers });
      expect(status).toBe(400);
    }
  });
});

describe('a record', () => {
  it('is not found under anything that is no id of one', async () => {
    const odd = ['0', '-1', '-9999', '1e3', '9223372036854775808', 'NaN', '4294967295', 'x', '__proto__'];
    const answers = await Promise.all(odd.map((id) => engine.call('GET', `/cost_centers/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual(odd.map(() => 404));
  });

  it('is refused with a query that it has no use for', async () => {
    const { id } = await data.department();
    const { status, body } = await engine.call('GET', `/departments/${id}?fields=name`);
    expect(status).toBe(400);
    expect(body.error).toContain('fields');
  });
});

describe('an update', () => {
  it('changes the given fields only, with PUT and PATCH alike', async () => {
    const { id } = await data.department({ abbreviation: 'D' });
    const put = await engine.call('PUT', `/departments/${id}`, { name: data.unique('Renamed ') });
    expect(put.body.data).toMatchObject({ abbreviation: 'D', lock_version: 2 });
    const patch = await engine.call('PATCH', `/departments/${id}`, { department: { abbreviation: null } });
    expect(patch.body.data).toMatchObject({ abbreviation: null, lock_version: 3 });
  });

  it('that changes nothing writes no version and no history', async () => {
    const row = await data.department();
    const { status, body } = await engine.call('PUT', `/departments/${row.id}`, {
      name: ` ${String(row['name'])} `,
    });
    expect(status).toBe(200);
    expect(body.data).toEqual(row);
    expect((await engine.call('PUT', `/departments/${row.id}`, {})).body.data).toEqual(row);
    const history = await engine.call<HistoryEntry[]>('GET', `/departments/${row.id}/history`);
    expect(history.body.data).toHaveLength(1);
  });

  it('made from an older version gets 409 with who changed the record, when, and how it is now', async () => {
    const before = Date.now();
    const { id } = await data.placedCostCenter({ identifier: data.unique('Stale ') });
    await engine.call(
      'PUT',
      `/cost_centers/${id}`,
      { company_code: '02', lock_version: 1 },
      { by: 'bob@example.com' },
    );
    const { status, body } = await engine.call('PUT', `/cost_centers/${id}`, {
      company_code: '03',
      lock_version: 1,
    });
    expect(status).toBe(409);
    expect(body.error).toMatch(
      /^Cost Center Stale \d+ was changed by Ada Lovelace on \d\d-\w{3}-\d{4} at \d\d:\d\d UTC\.$/,
    );
    expect(body.conflict).toMatchObject({
      by: { email: 'bob@example.com', name: 'Ada Lovelace' },
      lock_version: 2,
      current: { id, company_code: '02', cloud_contact_email: expect.any(String) },
    });
    expect(Date.parse(body.conflict.at)).toBeGreaterThanOrEqual(before);
  });

  it('of ten made from one version at once is taken once', async () => {
    const { id } = await data.department();
    const answers = await tenTimes((n) =>
      engine.call('PUT', `/departments/${id}`, { abbreviation: `A${n}`, lock_version: 1 }),
    );
    expect(statuses(answers)).toEqual([200, 409, 409, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('keeps an unbroken history when ten without a version come at once', async () => {
    const { id } = await data.department({ abbreviation: 'start' });
    await tenTimes((n) => engine.call('PUT', `/departments/${id}`, { abbreviation: `B${n}` }));
    const { body } = await engine.call<HistoryEntry[]>('GET', `/departments/${id}/history`);
    const updates = body.data.filter(({ action }) => action === 'update').toReversed();
    expect(updates.map(({ lock_version }) => lock_version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    let last: unknown = 'start';
    for (const { changes } of updates) {
      expect(changes[0]?.from).toBe(last);
      last = changes[0]?.to;
    }
  });

  it('refuses a version that is no version together with every other wrong field', async () => {
    const { id } = await data.department();
    const { status, body } = await engine.call('PUT', `/departments/${id}`, { lock_version: '1', name: '' });
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field)).toEqual(['lock_version', 'name']);
  });

  it('refuses None where an edited record may not lack the reference', async () => {
    const { id } = await data.costCenter();
    const { status, body } = await engine.call('PUT', `/cost_centers/${id}`, { departments_id: -9999 });
    expect(status).toBe(422);
    expect(body.error).toBe(messages.departmentNone);
  });

  it('refuses None for the record that results, whichever field is changed, at every such field', async () => {
    const { id } = await data.costCenter({ departments_id: -9999, business_units_id: -9999 });
    const department = await data.department();
    const put = (values: Values) => engine.call('PUT', `/cost_centers/${id}`, values);
    const both = await put({ company_code: '02', lock_version: 1 });
    expect(both.status).toBe(422);
    expect(both.body.errors).toEqual([
      { field: 'business_units_id', message: messages.businessUnitNone },
      { field: 'departments_id', message: messages.departmentNone },
    ]);
    expect((await put({ departments_id: department.id })).body.errors).toEqual([
      { field: 'business_units_id', message: messages.businessUnitNone },
    ]);
    expect((await engine.call('GET', `/cost_centers/${id}`)).body.data).toMatchObject({
      company_code: '01',
      departments_id: null,
      lock_version: 1,
    });
    expect((await put({ company_code: '02', lock_version: 7 })).status).toBe(409);
    const unit = await data.businessUnit();
    const chosen = { departments_id: department.id, business_units_id: unit.id, company_code: '02' };
    expect((await put(chosen)).body.data).toMatchObject({ ...chosen, lock_version: 2 });
  });

  it('of a record that is gone gets 404', async () => {
    expect((await engine.call('PUT', '/departments/999999', { name: 'x' })).status).toBe(404);
  });
});

describe('a reference that must not lead back', () => {
  const replace = (id: number, by: number | null) =>
    engine.call('PUT', `/cost_centers/${id}`, { new_cost_center_id: by });

  it('is refused when a record would replace itself, directly or through others', async () => {
    const [a, b, c] = [
      await data.placedCostCenter(),
      await data.placedCostCenter(),
      await data.placedCostCenter(),
    ];
    expect((await replace(a.id, a.id)).status).toBe(422);
    expect((await replace(a.id, b.id)).status).toBe(200);
    expect((await replace(b.id, c.id)).status).toBe(200);
    const { status, body } = await replace(c.id, a.id);
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field: 'new_cost_center_id', message: expect.stringContaining('lead back') },
    ]);
    expect((await replace(a.id, null)).status).toBe(200);
    expect((await replace(c.id, a.id)).status).toBe(200);
  });

  it('never closes a circle when many are set at once', async () => {
    const ring = await Promise.all(Array.from({ length: 6 }, () => data.placedCostCenter()));
    const answers = await Promise.all(
      ring.map(({ id }, at) => replace(id, ring[(at + 1) % ring.length]?.id ?? 0)),
    );
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 422]);
  });
});

describe('a deletion', () => {
  it('answers the removed record', async () => {
    const row = await data.department();
    const { status, body } = await engine.call('DELETE', `/departments/${row.id}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(row);
    expect((await engine.call('GET', `/departments/${row.id}`)).status).toBe(404);
    expect((await engine.call('DELETE', `/departments/${row.id}`)).status).toBe(404);
  });

  it('of a record that others refer to says who refers to it and how often', async () => {
    const { id, email } = await data.contact();
    await data.costCenter({ cloud_contact_id: id });
    await data.costCenter({ cloud_contact_id: id });
    const { status, body } = await engine.call('DELETE', `/cloud_contacts/${id}`);
    expect(status).toBe(409);
    expect(body.error).toBe(`Cloud Contact ${String(email)} cannot be deleted: 2 Cost Centers refer to it.`);
    expect(body.references).toEqual([{ model: 'cost_centers', label: 'Cost Centers', count: 2 }]);
  });

  it('counts a record that refers twice once, and leaves itself out', async () => {
    const old = await data.costCenter();
    await engine.db.query('UPDATE cost_centers SET alt_cost_center_id = id WHERE id = $1', [old.id]);
    await data.costCenter({ new_cost_center_id: old.id, alt_cost_center_id: old.id });
    const { body } = await engine.call('DELETE', `/cost_centers/${old.id}`);
    expect(body.references).toEqual([{ model: 'cost_centers', label: 'Cost Center', count: 1 }]);
  });
});

describe('what cannot be written', () => {
  it('answers 405 with what is possible, and 404 for what is no model', async () => {
    const refused = await engine.call('POST', '/select_options', { field: 'department' });
    expect(refused.status).toBe(405);
    expect(refused.headers['allow']).toBe('GET');
    expect((await engine.call('DELETE', '/departments')).headers['allow']).toBe('GET, POST');
    const odd = ['users', 'sessions', '__proto__', 'constructor', 'record_history', '..%2fx'];
    const answers = await Promise.all(odd.map((name) => engine.call('GET', `/${name}`)));
    expect(answers.map(({ status }) => status)).toEqual(odd.map(() => 404));
  });
});
