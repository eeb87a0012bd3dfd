import { beforeAll, describe, expect, it } from 'vitest';
import type { WaitingChange } from '#calls/peer-review.ts';
import type { ImportPreview } from '#kernel/csv/csv-import.ts';
import type { UndoDone } from '#calls/undo.ts';
import type { Api, Row } from '#tests/support/api.ts';
import { followJob } from '#tests/support/follow-job.ts';
import {
  addDepartment,
  another,
  decide,
  historyOf,
  personIn,
  readRecord,
  REVIEW_ROLES,
  setRule,
  waitsOf,
} from '#tests/support/peer-review.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal(REVIEW_ROLES);
const person = personIn(portal);
let admin: Api;
let anna: Api;
let bob: Api;
beforeAll(async () => {
  admin = await person('Admin', 'admin');
  anna = await person('Anna');
  bob = await person('Bob');
  await setRule(admin, 'departments', false, ['abbreviation']);
});

const MODEL = 'departments';
const newName = () => `Added by file ${another()}`;
const rowOf = (record: Row, abbreviation: string) => ({ name: record['name'], abbreviation });
const importing = (data: object[], more: object = {}) =>
  anna.post(`/${MODEL}/import_json`, { data, update: true, ...more });
const named = async (name: string) =>
  (await anna.get<Row[]>(`/${MODEL}?by_name=${encodeURIComponent(name)}`)).body.data.filter(
    (row) => row['name'] === name,
  );

/** A file that changes two records and adds one, and waits. */
async function waitingFile(): Promise<{ id: number; one: Row; two: Row; name: string }> {
  const [one, two] = [await addDepartment(anna), await addDepartment(anna)];
  const name = newName();
  const answer = await importing([rowOf(one, 'FILE'), rowOf(two, 'FILE'), { name, abbreviation: 'ADDED' }]);
  expect(answer.status, answer.text).toBe(202);
  return { id: waitsOf(answer).id, one, two, name };
}

describe('an import that changes what a second person approves', () => {
  it('waits as a whole, and changes and adds nothing before', async () => {
    const [one, same] = [await addDepartment(anna), await addDepartment(anna)];
    const name = newName();
    const data = [rowOf(one, 'FILE'), rowOf(same, 'OLD'), { name, abbreviation: 'ADDED' }];
    const planned = await importing(data, { dry_run: true });
    expect(planned.body.data).toMatchObject({
      valid: true,
      would_create: 1,
      would_update: 1,
      second_person: ['Abbreviation'],
    });
    const answer = await importing(data);
    expect(answer.status, answer.text).toBe(202);
    expect(answer.body).toMatchObject({
      data: { created: 0, updated: 0, unchanged: 1 },
      meta: { total: 3, changes: null },
      waits: { records: 2, fields: ['Abbreviation'] },
    });
    expect(await readRecord(anna, MODEL, one)).toEqual(one);
    expect(await named(name)).toEqual([]);
    const { id } = waitsOf(answer);
    const own = await anna.get<WaitingChange[]>(`/waiting_changes?by_model=${MODEL}&by_record=${one.id}`);
    expect(own.body.data).toMatchObject([
      { id, state: 'waiting', total: 1, file: { created: 1, changes: null }, may_withdraw: true },
    ]);
    const file = await bob.get<ImportPreview>(`/waiting_changes/${id}/file`);
    expect(file.body.data.rows).toMatchObject([
      { row: 2, values: { abbreviation: 'FILE' }, before: { abbreviation: 'OLD' } },
      { row: 4, values: { name, abbreviation: 'ADDED' } },
    ]);
    expect((await anna.get('/waiting_changes/999999/file')).status).toBe(404);
  });

  it('is approved in one step by somebody else, with one entry of the history for each record', async () => {
    const { id, one, two, name } = await waitingFile();
    expect((await decide(anna, id, 'approve')).status).toBe(403);
    const approved = await decide(bob, id, 'approve', { decision: 'Agreed.' });
    expect(approved.status, approved.text).toBe(200);
    expect(approved.body.data).toMatchObject({ state: 'approved', total: 2, file: { created: 1 } });
    const [added] = await named(name);
    for (const record of [one, two, added]) {
      expect(await readRecord(anna, MODEL, record!)).toMatchObject({
        abbreviation: record === added ? 'ADDED' : 'FILE',
      });
      expect((await historyOf(anna, MODEL, record!))[0]).toMatchObject({
        by: { email: 'anna@example.com' },
        approved_by: { email: 'bob@example.com' },
        via: [{ kind: 'import' }],
      });
    }
    const again = await decide(bob, id, 'approve');
    expect([again.status, again.body.error]).toEqual([
      409,
      'This change does not wait any more: it was approved by Bob.',
    ]);
  });

  it('is taken back by one undo, which waits for a second person as well', async () => {
    const { id, one, two, name } = await waitingFile();
    const approved = await decide(bob, id, 'approve');
    const changes = approved.body.data.file?.changes;
    expect(changes).toHaveLength(2);
    const undone = async () => {
      const { body, text } = await bob.post<{ job: { id: string } }>('/activity/undo', { changes });
      const done = await followJob(bob, body.data?.job.id ?? text);
      return (done.result as unknown as UndoDone).waits ?? 0;
    };
    const refused = await undone();
    expect(await readRecord(anna, MODEL, one)).toMatchObject({ abbreviation: 'FILE' });
    expect(await named(name)).toHaveLength(1);
    expect((await decide(anna, refused, 'refuse', { decision: 'It stays.' })).status).toBe(200);
    const back = await decide(anna, await undone(), 'approve');
    expect(back.status, back.text).toBe(200);
    expect(back.body.data).toMatchObject({ state: 'approved', total: 2, undo: { others: 1 } });
    for (const record of [one, two]) {
      expect(await readRecord(anna, MODEL, record)).toMatchObject({ abbreviation: 'OLD' });
      expect((await historyOf(anna, MODEL, record))[0]).toMatchObject({
        by: { email: 'bob@example.com' },
        approved_by: { email: 'anna@example.com' },
      });
    }
    expect(await named(name)).toEqual([]);
  });

  it('has its undo refused where a record was changed since', async () => {
    const { id, one, name } = await waitingFile();
    const approved = await decide(bob, id, 'approve');
    const undo = await bob.post<{ job: { id: string } }>('/activity/undo', {
      changes: approved.body.data.file?.changes,
    });
    const done = await followJob(bob, undo.body.data.job.id);
    const between = await anna.put(`/${MODEL}/${one.id}`, { abbreviation: 'BETWEEN' });
    await decide(bob, waitsOf(between).id, 'approve');
    const refused = await decide(anna, Number(done.result?.['waits']), 'approve');
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('Not all of this can be taken back as it could when it was requested.'),
    ]);
    expect(await named(name)).toHaveLength(1);
  });

  it('is compared again: what was changed since is named, and nothing of the file is made', async () => {
    const { id, one, two, name } = await waitingFile();
    const between = await anna.put(`/${MODEL}/${one.id}`, { abbreviation: 'BETWEEN' });
    await decide(bob, waitsOf(between).id, 'approve');
    const refused = await decide(bob, id, 'approve');
    expect(refused.status, refused.text).toBe(409);
    expect(refused.body.error).toBe(
      `Department ${String(one['name'])} was changed since this was requested: Abbreviation was ‘OLD’ and is ‘BETWEEN’ now. Refuse this change; it can be requested again.`,
    );
    expect(await readRecord(anna, MODEL, two)).toEqual(two);
    expect(await named(name)).toEqual([]);
    expect((await decide(bob, id, 'refuse', { decision: 'Too late.' })).status).toBe(200);
  });

  it('adds nothing that came meanwhile, and changes no record that had been as the file said', async () => {
    const { id, name, one } = await waitingFile();
    await anna.post(`/${MODEL}`, { name, abbreviation: 'ALREADY' });
    const refused = await decide(bob, id, 'approve');
    expect(refused.status, refused.text).toBe(409);
    expect(refused.body.error).toContain('records came or went since');

    const same = await addDepartment(anna);
    const answer = await importing([rowOf(one, 'OTHER'), rowOf(same, 'OLD')]);
    const between = await anna.put(`/${MODEL}/${same.id}`, { abbreviation: 'BETWEEN' });
    await decide(bob, waitsOf(between).id, 'approve');
    const other = await decide(bob, waitsOf(answer).id, 'approve');
    expect([other.status, other.body.error]).toEqual([
      409,
      `The file would change Department ${String(same['name'])} otherwise than when it was requested: what it says was changed since. Refuse this change; it can be requested again.`,
    ]);
    expect(await readRecord(anna, MODEL, one)).toMatchObject({ abbreviation: 'OLD' });
  });

  it('is refused whole where a row is wrong, and waits not at all where it changes nothing of the kind', async () => {
    const record = await addDepartment(anna);
    const wrong = await importing([rowOf(record, 'FILE'), { name: '', abbreviation: 'NONE' }]);
    expect([wrong.status, wrong.body.errors.length]).toEqual([422, 1]);
    const fresh = await importing([rowOf(record, 'OLD'), { name: newName(), abbreviation: 'NEW' }]);
    expect(fresh.status, fresh.text).toBe(201);
    const waiting = await bob.get<WaitingChange[]>(
      `/waiting_changes?by_model=${MODEL}&by_record=${record.id}`,
    );
    expect(waiting.body.data).toEqual([]);
  });

  it('keeps its rows no longer than it waits', async () => {
    const { id } = await waitingFile();
    const kept = async () => {
      const { rows } = await portal.db.query<{ kept: boolean }>(
        'SELECT file IS NOT NULL AS kept FROM waiting_change_files WHERE change_id = $1',
        [id],
      );
      return rows[0]?.kept;
    };
    expect(await kept()).toBe(true);
    expect((await decide(anna, id, 'withdraw')).status).toBe(200);
    expect(await kept()).toBe(false);
  });
});
