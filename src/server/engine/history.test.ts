import { describe, expect, it } from 'vitest';
import type { DeletedRecord, HistoryEntry } from '#kernel/history.ts';
import { messages } from '#resources/messages.ts';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { ReferenceData } from '#tests/support/reference-data.ts';

const engine = withEngine(registry);
const data = new ReferenceData(engine);

const historyOf = async (path: string) => {
  const { body } = await engine.call<HistoryEntry[]>('GET', `${path}/history`);
  return body.data;
};

describe('the history of a record', () => {
  it('shows who changed what, from what, to what, when and in which request', async () => {
    const first = await data.contact();
    const second = await data.contact();
    const { id } = await data.placedCostCenter({ cloud_contact_id: first.id });
    await engine.call(
      'PUT',
      `/cost_centers/${id}`,
      { cloud_contact_id: second.id, expired_at: '2026-03-29', approved: true },
      { by: 'bob@example.com' },
    );
    const [update, creation] = await historyOf(`/cost_centers/${id}`);
    expect(update).toMatchObject({
      action: 'update',
      by: { email: 'bob@example.com', name: 'Ada Lovelace' },
      request_id: expect.any(String),
      lock_version: 2,
    });
    expect(update?.changes).toEqual([
      {
        field: 'cloud_contact_id',
        label: 'Cloud Contact Email',
        from: first.id,
        to: second.id,
        from_shown: first['email'],
        to_shown: second['email'],
      },
      {
        field: 'expired_at',
        label: 'Expired At',
        from: null,
        to: '2026-03-29',
        from_shown: null,
        to_shown: '29-Mar-2026',
      },
      { field: 'approved', label: 'Approved', from: false, to: true, from_shown: 'FALSE', to_shown: 'TRUE' },
    ]);
    expect(creation).toMatchObject({ action: 'create', by: { email: 'ada@example.com' }, lock_version: 1 });
    expect(creation?.changes.find(({ field }) => field === 'identifier')).toMatchObject({ from: null });
    expect(creation?.changes.some(({ field }) => field === 'expired_at')).toBe(false);
  });

  it('keeps what a reference showed, although the other record was renamed since', async () => {
    const department = await data.department({ name: 'Before' });
    const { id } = await data.costCenter({ departments_id: department.id });
    await engine.call('PUT', `/departments/${department.id}`, { name: 'After' });
    const [creation] = await historyOf(`/cost_centers/${id}`);
    expect(creation?.changes.find(({ field }) => field === 'departments_id')?.to_shown).toBe('Before');
  });

  it('outlives the record and has it whole', async () => {
    const row = await data.department({ abbreviation: 'GONE' });
    await engine.call('DELETE', `/departments/${row.id}`);
    const [deletion] = await historyOf(`/departments/${row.id}`);
    expect(deletion).toMatchObject({ action: 'delete', lock_version: 1 });
    expect(deletion?.changes.map(({ from, to }) => [from, to])).toEqual([
      [row['name'], null],
      ['GONE', null],
    ]);
  });

  it('is not found where there never was a record', async () => {
    expect((await engine.call('GET', '/departments/999999/history')).status).toBe(404);
  });

  it('has no line of a change that failed', async () => {
    const taken = await data.department();
    const { id } = await data.department();
    const { status } = await engine.call('PUT', `/departments/${id}`, { name: taken['name'] });
    expect(status).toBe(409);
    expect(await historyOf(`/departments/${id}`)).toHaveLength(1);
  });
});

describe('a deleted record', () => {
  it('is listed and comes back under its id, as it was, with a line of history', async () => {
    const row = await data.costCenter({ identifier: data.unique('Back ') });
    await engine.call('DELETE', `/cost_centers/${row.id}`, undefined, { by: 'bob@example.com' });
    const deleted = await engine.call<DeletedRecord[]>('GET', '/cost_centers/deleted');
    expect(deleted.body.data[0]).toMatchObject({
      id: row.id,
      title: row['identifier'],
      by: { email: 'bob@example.com' },
    });

    const { status, body } = await engine.call('POST', `/cost_centers/${row.id}/restore`);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...row, lock_version: 2, updated_at: expect.any(String) });
    expect((await historyOf(`/cost_centers/${row.id}`)).map(({ action }) => action)).toEqual([
      'restore',
      'delete',
      'create',
    ]);
    expect((await engine.call<DeletedRecord[]>('GET', '/cost_centers/deleted')).body.meta.total).toBe(0);
    expect((await engine.call('POST', `/cost_centers/${row.id}/restore`)).status).toBe(409);
    expect((await engine.call('POST', '/cost_centers/999999/restore')).status).toBe(404);
  });

  it('does not come back when its identifier was taken meanwhile', async () => {
    const row = await data.costCenter();
    await engine.call('DELETE', `/cost_centers/${row.id}`);
    await data.costCenter({ identifier: row['identifier'] });
    const { status, body } = await engine.call('POST', `/cost_centers/${row.id}/restore`);
    expect(status).toBe(409);
    expect(body.error).toBe(messages.duplicateIdentifier);
  });

  it('does not come back without the records that it refers to', async () => {
    const owner = await data.contact();
    const row = await data.costCenter({ cloud_contact_id: owner.id });
    await engine.call('DELETE', `/cost_centers/${row.id}`);
    await engine.call('DELETE', `/cloud_contacts/${owner.id}`);
    const { status, body } = await engine.call('POST', `/cost_centers/${row.id}/restore`);
    expect(status).toBe(422);
    expect(body.errors.map(({ field }) => field)).toEqual(['cloud_contact_id']);
  });

  it('comes back once when ten request it', async () => {
    const { id } = await data.department();
    await engine.call('DELETE', `/departments/${id}`);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => engine.call('POST', `/departments/${id}/restore`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});
