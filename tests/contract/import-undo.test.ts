import { beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal({
  SAML_ROLES_ATTRIBUTE: 'groups',
  SAML_ROLE_MAP: 'ccoe=admin, finance=editor, audit=viewer',
});
let desk: Api;
beforeAll(async () => {
  desk = await portal.signIn({ roles: ['admin'] });
});

/** Imports departments as one request; answers its id. */
const imported = async (data: object[], update = false): Promise<string> => {
  const { status, text } = await desk.post('/departments/import_json', { data, update });
  expect([status, text]).toEqual([201, text]);
  const { rows } = await portal.db.query<{ request_id: string }>(
    `SELECT request_id FROM record_history WHERE resource = 'departments' ORDER BY id DESC LIMIT 1`,
  );
  return rows[0]?.request_id ?? '';
};
const undo = (request: string, as = desk) =>
  as.post<{ job: { id: string } }>('/selections/undo_import', { model: 'departments', request });
const undone = async (request: string) => {
  const { status, body } = await undo(request);
  expect(status).toBe(202);
  return followJob(desk, body.data.job.id);
};
const departments = async (prefix: string) => {
  const { rows } = await portal.db.query<{ name: string; abbreviation: string | null }>(
    `SELECT name, abbreviation FROM departments WHERE name LIKE $1 || ' %' ORDER BY name`,
    [prefix],
  );
  return rows.map(({ name, abbreviation }) => [name, abbreviation]);
};

describe('the undo of an import', () => {
  it('deletes what was created and gives what was changed its former values, as a change of its own', async () => {
    await imported([{ name: 'Back 1', abbreviation: 'OLD' }]);
    const request = await imported([{ name: 'Back 1', abbreviation: 'NEW' }, { name: 'Back 2' }], true);
    expect(await departments('Back')).toEqual([
      ['Back 1', 'NEW'],
      ['Back 2', null],
    ]);
    expect(await undone(request)).toMatchObject({ state: 'done', result: { what: 'undo', changed: 2 } });
    expect(await departments('Back')).toEqual([['Back 1', 'OLD']]);
    const { rows } = await portal.db.query<{ action: string }>(
      `SELECT action FROM record_history WHERE resource = 'departments' ORDER BY id DESC LIMIT 2`,
    );
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['delete', 'update']);
    expect((await undone(request)).state).toBe('failed');
  });

  it('changes nothing where somebody has changed one of the records since, and names it', async () => {
    const request = await imported([{ name: 'Since 1' }, { name: 'Since 2' }]);
    const { rows } = await portal.db.query<{ id: number }>(
      `SELECT id FROM departments WHERE name = 'Since 2'`,
    );
    const change = { abbreviation: 'MINE' };
    expect((await desk.put(`/departments/${rows[0]?.id}`, change)).status).toBe(200);
    const { state, ...told } = await undone(request);
    expect(state).toBe('failed');
    expect(JSON.stringify(told)).toContain('Since 2');
    expect(await departments('Since')).toEqual([
      ['Since 1', null],
      ['Since 2', 'MINE'],
    ]);
  });

  it('is for who made it alone', async () => {
    const request = await imported([{ name: 'Own 1' }]);
    const other = await portal.signIn({ email: 'grace@example.com', roles: ['admin'] });
    expect((await undo(request, other)).status).toBe(404);
    expect((await undo('no such request')).status).toBe(404);
    expect(await departments('Own')).toEqual([['Own 1', null]]);
  });
});
