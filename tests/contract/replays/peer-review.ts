import { expect, it } from 'vitest';
import { createSession } from '#server/modules/access/sessions.ts';
import { dataOf, type Json, type Replayed } from '#tests/support/replay.ts';

/** What is answered of the rules about changes, and of the changes that wait for a second person. */
export function replayPeerReview({ portal, replay: { expectTold } }: Replayed): void {
  const department = async (name: string) => {
    const body = { name: `Replayed review ${name}`, abbreviation: 'OLD' };
    return `/api/departments/${dataOf(await expectTold('post', '/api/departments', 201, { body })).id}`;
  };
  const requested = async (path: string, abbreviation: string) => {
    const { waits } = await expectTold('put', path, 202, { body: { abbreviation } });
    return `/api/waiting_changes/${(waits as Json)['id']}`;
  };

  it('rules about changes, and what waits by them, answer as it is told', async () => {
    const person = { email: 'second.replayed@example.com', name: null, roles: [] };
    const second = { ...(await createSession(portal.db, person)) };
    const rules = '/api/change_rules';
    const rule = { asks_reason: false, fields: ['abbreviation'] };
    await expectTold('get', rules, 200);
    await expectTold('put', `${rules}/departments`, 200, { body: rule });
    await expectTold('put', `${rules}/departments`, 409, { body: { ...rule, lock_version: 99 } });
    await expectTold('put', `${rules}/departments`, 422, { body: { asks_reason: true, fields: ['none'] } });
    await expectTold('put', `${rules}/none`, 404, { body: rule });
    await expectTold('get', `${rules}/events?page=1&per_page=5`, 200);

    const path = await department('1');
    const approved = await requested(path, 'NEW');
    await expectTold('get', '/api/waiting_changes?by_model=departments&by_state=waiting&page=1', 200);
    await expectTold('get', '/api/waiting_changes?by_model=none', 404);
    await expectTold('get', `${approved}/records?page=1&per_page=5`, 200);
    await expectTold('get', '/api/waiting_changes/999999/records', 404);
    await expectTold('post', `${approved}/approve`, 403, { body: {} });
    await expectTold('post', `${approved}/approve`, 200, { body: { decision: 'Agreed.' }, as: second });
    await expectTold('post', `${approved}/approve`, 409, { body: {}, as: second });
    const row = { name: 'Replayed review 1', abbreviation: 'FILE' };
    const file = { data: [row, { name: 'Replayed review 2', abbreviation: 'ADDED' }], update: true };
    const { waits } = await expectTold('post', '/api/departments/import_json', 202, { body: file });
    const waiting = `/api/waiting_changes/${(waits as Json)['id']}`;
    await expectTold('get', `${waiting}/file`, 200);
    await expectTold('get', `${approved}/file`, 404);
    await expectTold('post', `${waiting}/refuse`, 200, { body: { decision: 'No.' }, as: second });
    const refused = await requested(path, 'NEWER');
    await expectTold('post', `${refused}/refuse`, 422, { body: {}, as: second });
    await expectTold('post', `${refused}/refuse`, 200, { body: { decision: 'No.' }, as: second });
    await expectTold('post', '/api/waiting_changes/999999/refuse', 404, { body: { decision: 'No.' } });
    const withdrawn = await requested(path, 'NEWEST');
    await expectTold('post', `${withdrawn}/withdraw`, 403, { as: second });
    await expectTold('post', `${withdrawn}/withdraw`, 200);
    expect(dataOf(await expectTold('get', path, 200))).toMatchObject({ abbreviation: 'NEW' });

    await expectTold('put', `${rules}/departments`, 200, { body: { asks_reason: false, fields: [] } });
  });
}
