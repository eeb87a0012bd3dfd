import { beforeAll, describe, expect, it } from 'vitest';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { registry } from '#resources/registry.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

const PATH = '/github_copilot_users';
const told = {
  seat_state: 'assigned',
  plan: 'enterprise',
  last_activity_at: '2026-03-29T10:00:00.000Z',
  last_editor: 'vscode/1.103.0',
  pending_cancellation: '2026-04-01',
  assigning_team: 'everybody',
  seat_since: '2026-01-01T00:00:00.000Z',
  seat_gone_at: '2026-05-01T00:00:00.000Z',
};

describe('a record of a seat of Copilot', () => {
  it('is refused for the same user of the same organization, and taken for another organization', async () => {
    const seat = { github_username: 'octo-two', github_organization: 'games' };
    expect((await portal.api.post(PATH, seat)).status).toBe(201);
    const twice = await portal.api.post(PATH, { ...seat, github_username: ' OCTO-TWO ' });
    expect([twice.status, twice.body.error]).toEqual([409, 'This GitHub username has a seat already.']);
    expect((await portal.api.post(PATH, { ...seat, github_organization: 'lottery' })).status).toBe(201);
  });

  it('is refused twice without an organization', async () => {
    const seat = { github_username: 'octo-nowhere' };
    expect((await portal.api.post(PATH, seat)).status).toBe(201);
    expect((await portal.api.post(PATH, seat)).status).toBe(409);
  });

  it.each(Object.entries(told))('takes %s from nobody but GitHub', async (name, value) => {
    const record = await factory.create(githubCopilotUsers);
    const answers = await Promise.all([
      portal.api.post(PATH, { github_username: `octo-${name}`, [name]: value }),
      portal.api.put(`${PATH}/${record.id}`, { [name]: value }),
      portal.api.post(`${PATH}/bulk_update`, { records: [{ id: record.id, [name]: value }] }),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(JSON.stringify(body.errors)).toContain('cannot be set here.');
    }
    const { body } = await portal.api.get(`${PATH}/${record.id}`);
    expect(body.data).toMatchObject({ [name]: null });
  });

  it('keeps what GitHub said of it when it is deleted and brought back', async () => {
    const record = await factory.create(githubCopilotUsers);
    const columns = Object.keys(told);
    await portal.db.query(
      `UPDATE github_copilot_users SET ${columns.map((name, at) => `${name} = $${at + 2}`).join(', ')} WHERE id = $1`,
      [record.id, ...Object.values(told)],
    );
    expect((await portal.api.send('DELETE', `${PATH}/${record.id}`)).status).toBe(200);
    const { body } = await portal.api.post(`${PATH}/${record.id}/restore`, {});
    expect(body.data).toMatchObject(told);
  });
});
