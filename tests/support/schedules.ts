import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Schedule, ScheduleEvent } from '#calls/schedules.ts';
import type { Role } from '#kernel/rights.ts';
import { openBackground } from '#server/background.ts';
import { enqueueDue } from '#server/modules/reports/schedules/due.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { apiClient, type Api } from './api.ts';
import { followJob } from './follow-job.ts';
import type { TestPortal } from './portal.ts';

/** A mail of a schedule as it is kept. */
interface KeptMail {
  recipient: string;
  subject: string;
  body_text: string;
  unsubscribe: string | null;
  files: string[];
}

const MAILS = `SELECT m.recipient, m.subject, m.body_text, m.unsubscribe, array(
    SELECT f.name FROM outbox_attachments a JOIN files f ON f.id = a.file_id WHERE a.mail_id = m.id) AS files
  FROM outbox m`;

/** The body of a schedule that somebody makes, named after them, which mails them the inventory. */
const bodyOf = (name: string) => ({
  name,
  report: 'inventory_report',
  rhythm: 'daily',
  at: '07:30',
  time_zone: 'Europe/Berlin',
  recipients: [`${name}@example.com`],
});
const owners = new WeakMap<Api, string>();

/** Makes a schedule of somebody, with what differs from `bodyOf`. */
export async function madeSchedule(api: Api, more: object): Promise<Schedule> {
  const answer = await api.post<Schedule>('/schedules', {
    schedule: { ...bodyOf(owners.get(api) ?? ''), ...more },
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

/** Saves a view of a list, of the rows with a text in them; answers its id. */
export async function createListView(
  api: Api,
  { model, name, q }: { model: string; name: string; q: string },
): Promise<number> {
  const answer = await api.post('/list_views', { model, name, shown: { q } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}

/** A further process on the database of a portal that enqueues work, and does none. */
async function furtherProcess({ db }: TestPortal) {
  const log = await createLog({ level: 'info', pretty: false, destination: { write: () => undefined } });
  const config = loadConfig({ NODE_ENV: 'test', SECRET_KEY: 'a secret for tests that nobody else has' });
  const { queue, jobs } = openBackground({ config, db, log });
  await queue.ready();
  return { jobs, stop: () => queue.stop() };
}

/** What tests of one portal do with schedules. */
export function scheduleDesk(portal: TestPortal) {
  const processes: Awaited<ReturnType<typeof furtherProcess>>[] = [];
  beforeAll(async () => {
    processes.push(await furtherProcess(portal), await furtherProcess(portal));
  });
  afterAll(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
  });
  // Those of one test are not due in another one.
  beforeEach(async () => void (await portal.db.query('UPDATE report_schedules SET active = false')));
  const lookIn = async (which: number, now: Date): Promise<void> => {
    const process = processes[which];
    if (!process) throw new Error('The processes are there once the tests run.');
    await enqueueDue({ db: portal.db, jobs: process.jobs }, now);
  };
  const read = async (api: Api, id: number) => (await api.get<Schedule>(`/schedules/${id}`)).body.data;

  /** The jobs of a schedule, the last one first. */
  async function jobsOf(id: number): Promise<string[]> {
    const { rows } = await portal.db.query<{ id: string }>({
      text: `SELECT id FROM jobs WHERE kind = 'scheduled_report' AND (input ->> 'schedule')::integer = $1
        ORDER BY created_at DESC`,
      values: [id],
    });
    return rows.map((job) => job.id);
  }

  /** Waits until the last job of a schedule has ended. */
  async function settled(api: Api, id: number): Promise<Schedule> {
    const [last] = await jobsOf(id);
    if (last === undefined) throw new Error(`Nothing was done for the schedule ${id}.`);
    await followJob(api, last);
    return read(api, id);
  }

  return {
    body: bodyOf,
    /** Signs somebody in who has a role. */
    async person(name: string, role: Role): Promise<Api> {
      const api = await portal.signIn({ email: `${name}@example.com`, name, roles: [role] });
      owners.set(api, name);
      return api;
    },
    /** Somebody who is not signed in. */
    stranger: () => apiClient(portal.url, {}),
    jobsOf,
    /** Has one process look whether anything is due; the portal itself may have looked before. */
    look: (now: Date) => lookIn(0, now),
    /** The same in another process. */
    lookElsewhere: (now: Date) => lookIn(1, now),
    /** A schedule once its job has ended and sent something. */
    async ended(api: Api, id: number): Promise<Schedule> {
      const schedule = await settled(api, id);
      expect(schedule.last_error).toBeNull();
      return schedule;
    },
    /** A schedule once its job has failed. */
    async failed(api: Api, id: number): Promise<Schedule> {
      const schedule = await settled(api, id);
      expect(schedule.last_result).toBe('failed');
      return schedule;
    },
    /** The mails of a job, in the order of their recipients. */
    async mailsOf(job: string | null): Promise<KeptMail[]> {
      const { rows } = await portal.db.query<KeptMail>({
        text: `${MAILS} JOIN jobs j USING (request_id) WHERE j.id = $1 ORDER BY m.id`,
        values: [job],
      });
      return rows;
    },
    /** All mails to an address. */
    async mailsTo(address: string): Promise<KeptMail[]> {
      const { rows } = await portal.db.query<KeptMail>({
        text: `${MAILS} WHERE m.recipient = $1 ORDER BY m.id`,
        values: [address],
      });
      return rows;
    },
    /** The credential of the link in a mail. */
    credentialOf: (mail: KeptMail | undefined): string =>
      /\/unauth\/unsubscribe\?credential=(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? '',
    /** What happened to a schedule, the newest first. */
    historyOf: async (api: Api, id: number): Promise<string[]> =>
      (await api.get<ScheduleEvent[]>(`/schedules/${id}/history`)).body.data.map(({ what }) => what),
  };
}
