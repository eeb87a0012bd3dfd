import { expect, onTestFinished, test } from 'vitest';
import { FirstReading } from '#server/modules/directory/sync/first-reading.ts';
import { DIRECTORY_SYNC } from '#server/modules/directory/sync/job.ts';
import { stateOf } from '#server/modules/directory/sync/state.ts';
import { Jobs } from '#server/platform/jobs/jobs.ts';
import { Queue } from '#server/platform/jobs/queue.ts';
import { createLog } from '#server/platform/log/log.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const reading = { kind: DIRECTORY_SYNC, title: 'Directory sync', underWay: '' };

/** A first reading of a database of its own, with what it logs and what the page would be told. */
async function firstReading() {
  const { db, drop } = await createTestDatabase();
  let written = '';
  const destination = { write: (line: string) => void (written += line) };
  const log = await createLog({ level: 'warn', pretty: false, destination });
  const queue = new Queue(db, log);
  onTestFinished(async () => {
    await queue.stop();
    await drop();
  });
  const services = { db };
  const jobs = new Jobs(db, queue, log);
  const untilTheEnd = ({ signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
  jobs.define({ name: DIRECTORY_SYNC, attempts: 1, run: untilTheEnd });
  await queue.ready();
  const first = new FirstReading({ services, queue, jobs, log }, reading);
  const at = { directory: null, missing: 'None.' };
  return {
    db,
    first,
    log: () => written,
    state: () => stateOf({ services, at, sources: [] }, first.failure),
  };
}

test('where nothing was ever read one reading is asked for, however many processes start', async () => {
  const { db, first, state } = await firstReading();
  await Promise.all([first.begin(), first.begin()]);
  const { rows } = await db.query('SELECT created_by FROM jobs');
  expect(rows).toEqual([{ created_by: 'directory-sync@skyledger.example' }]);
  expect(await state()).toMatchObject({ failure: null, reading: { title: 'Directory sync' } });
});

test('a first reading that cannot be asked for is logged with its cause, and the state says what to do', async () => {
  const { db, first, log, state } = await firstReading();
  await db.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'no room for jobs'; END $$`);
  await db.query('CREATE TRIGGER refuse BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION refuse()');
  await first.begin();
  expect(JSON.parse(log())).toMatchObject({
    msg: 'the first reading of the directory was not requested',
    err: { message: 'no room for jobs' },
  });
  const told = await state();
  expect(told).toMatchObject({ reading: null, failure: { losses: [] } });
  expect(told.failure?.error).toMatch(
    /^The first reading could not be requested\..* Refresh requests it again/,
  );

  // Once somebody has asked, that reading counts.
  await db.query('DROP TRIGGER refuse ON jobs');
  await first.begin();
  expect(await state()).toMatchObject({ failure: null, reading: { title: 'Directory sync' } });
});
