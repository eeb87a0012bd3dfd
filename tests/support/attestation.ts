import { afterAll, beforeAll, expect } from 'vitest';
import type { Attestation, AttestationItem } from '#calls/attestation.ts';
import type { Linked } from '#calls/attestation-answers.ts';
import type { Role } from '#kernel/rights.ts';
import { registry } from '#resources/registry.ts';
import { openBackground } from '#server/background.ts';
import { doWhatIsDue } from '#server/modules/attestation/due.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { apiClient, type Api, type Row } from './api.ts';
import { Factory } from './factories.ts';
import type { TestPortal } from './portal.ts';

/** A further process on the database of a portal that enqueues work, and does none. */
async function furtherProcess({ db }: TestPortal) {
  const log = await createLog({ level: 'info', pretty: false, destination: { write: () => undefined } });
  const config = loadConfig({ NODE_ENV: 'test', SECRET_KEY: 'a secret for tests that nobody else has' });
  const { queue, jobs } = openBackground({ config, db, log });
  await queue.ready();
  return { jobs, stop: () => queue.stop() };
}

/** What tests of one portal do with campaigns. */
export function attestationDesk(portal: TestPortal) {
  const processes: Awaited<ReturnType<typeof furtherProcess>>[] = [];
  const made: { desk?: Api; factory?: Factory } = {};
  beforeAll(async () => {
    processes.push(await furtherProcess(portal), await furtherProcess(portal));
    made.desk = await portal.signIn({ email: 'first@example.com', roles: ['admin'] });
    made.factory = new Factory(made.desk, registry, portal.db);
  });
  afterAll(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
  });
  const factory = (): Factory => {
    if (!made.factory) throw new Error('The portal is there once the tests run.');
    return made.factory;
  };
  const lookIn = (which: number, now: Date) => {
    const process = processes[which];
    if (!process) throw new Error('The processes are there once the tests run.');
    return doWhatIsDue({ db: portal.db, jobs: process.jobs }, now);
  };
  let addresses = 0;
  const stranger = () => apiClient(portal.url, { 'x-forwarded-for': `203.0.113.${(addresses += 1)}` });
  const read = async (api: Api, id: number) => (await api.get<Attestation>(`/attestations/${id}`)).body.data;

  /** Waits until a job of a campaign has ended, and answers how many mails it wrote. */
  async function written(id: number): Promise<unknown> {
    const ended = async () => {
      const { rows } = await portal.db.query<{ state: string; result: { mails?: number } | null }>({
        text: `SELECT state, result FROM jobs WHERE kind = 'attestation' AND (input ->> 'campaign')::integer = $1
          ORDER BY created_at DESC LIMIT 1`,
        values: [id],
      });
      return rows[0];
    };
    await expect.poll(async () => (await ended())?.state, { timeout: 30_000 }).toBe('done');
    return (await ended())?.result?.mails;
  }

  return {
    /** Signs somebody in who has a role. */
    person: (name: string, role: Role): Promise<Api> =>
      portal.signIn({ email: `${name}@example.com`, name, roles: [role] }),
    /** Somebody who is not signed in, at an address of their own. */
    stranger,
    /** A cloud contact of a name. */
    contact: (name: string, more: object = {}): Promise<Row> =>
      factory().create(registry.get('cloud_contacts'), {
        email: `${name}@example.com`,
        name,
        terminated: false,
        ...more,
      }),
    costCenter: (identifier: string, contact: Row, more: object = {}): Promise<Row> =>
      factory().create(registry.get('cost_centers'), {
        identifier,
        cloud_contact_id: contact.id,
        active_at: '2020-01-01',
        expired_at: null,
        ...more,
      }),
    account: (identifier: string, owner: string | null, more: object = {}): Promise<Row> =>
      factory().create(registry.get('cloud_parents'), {
        identifier,
        name: null,
        terminated: false,
        cloud_contact_email: owner,
        cost_center: null,
        ...more,
      }),
    member: (name: string): Promise<Row> =>
      factory().create(registry.get('members'), {
        email: `${name}@example.com`,
        name,
        cloud_contact_id: null,
        blacklist: false,
      }),
    /** Begins a campaign, and waits until everybody was written to. */
    async begin(api: Api, more: object): Promise<Attestation> {
      const body = { models: ['cost_centers', 'cloud_parents'], last_day: '2028-03-10', ...more };
      const answer = await api.post<Attestation>('/attestations', { attestation: body });
      expect(answer.status, answer.text).toBe(202);
      await written(answer.body.data.id);
      return read(api, answer.body.data.id);
    },
    read,
    written,
    /** Has one process do what is due; the portal itself may have done it before. */
    look: (now: Date) => lookIn(0, now),
    lookElsewhere: (now: Date) => lookIn(1, now),
    /** The mails to an address, the last one first. */
    async mailsTo(address: string): Promise<{ subject: string; body_text: string }[]> {
      const { rows } = await portal.db.query<{ subject: string; body_text: string }>({
        text: 'SELECT subject, body_text FROM outbox WHERE recipient = $1 ORDER BY id DESC',
        values: [address],
      });
      return rows;
    },
    /** The credential of the link in the last mail to an address. */
    async credentialOf(address: string): Promise<string> {
      const [mail] = await this.mailsTo(address);
      return /\/attest\/(\S+)/.exec(mail?.body_text ?? '')?.[1] ?? '';
    },
    /** What a link asks about. */
    async linked(credential: string): Promise<Linked> {
      const answer = await stranger().get<Linked>(`/attest?credential=${credential}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },
    /** What a campaign asks somebody about, by what it is called. */
    async items(api: Api, id: number, owner: string): Promise<Record<string, AttestationItem>> {
      const { body } = await api.get<AttestationItem[]>(`/attestations/${id}/items?q=${owner}`);
      return Object.fromEntries(body.data.map((item) => [item.title, item]));
    },
    /** The drift that says that nobody answered about a thing. */
    async silence(api: Api, subject: string): Promise<Row[]> {
      const { body } = await api.get<Row[]>(`/drift_findings?by_subject=${subject}`);
      return body.data.filter(({ kind }) => String(kind).startsWith('unanswered_'));
    },
  };
}
