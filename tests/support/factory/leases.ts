import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { AccountLease } from '#calls/account-leases.ts';
import type { Mail } from '#kernel/work.ts';
import { dayAfter } from '#kernel/dates.ts';
import { openBackground } from '#server/background.ts';
import { openClouds } from '#server/clouds.ts';
import { engineParts } from '#server/engine-parts.ts';
import { EngineServices } from '#server/engine/services.ts';
import { lastCosts } from '#server/modules/billing/reports/mine/last-costs.ts';
import { spentSince } from '#server/modules/billing/reports/mine/spent-since.ts';
import { doWhatIsDue } from '#server/modules/factory/leases/due.ts';
import { Deployments } from '#server/modules/factory/ledger/deployments.ts';
import { lifeProcedures } from '#server/modules/factory/life/procedure.ts';
import { guardFactory } from '#server/modules/factory/parts.ts';
import { singleMessages } from '#server/modules/webhooks/single-messages.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createServer } from '#server/platform/http/server.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Api } from '../api.ts';
import { restless, type withFactory } from './portal.ts';

/** The day that it is for leases. */
export const TODAY = new Date().toISOString().slice(0, 10);
/** So many days from today. */
export const inDays = (days: number): string => dayAfter(TODAY, days);
/** Noon of a day that is so many days from today. */
const noonIn = (days: number) => new Date(`${inDays(days)}T12:00:00Z`);

/** A further process on the database of a portal, which looks for leases that are due and makes no deployments. */
async function furtherProcess({ db, simulator }: ReturnType<typeof withFactory>) {
  const log = await createLog({ level: 'info', pretty: false, destination: { write: () => undefined } });
  const secret = { SECRET_KEY: 'a secret for tests that nobody else has' };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'skyledger-leases-'));
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...secret, ...simulator.settings });
  const background = openBackground({ config, db, log });
  const services = new EngineServices(engineParts(config, db, background));
  const app = await createServer(config, log);
  const clouds = await openClouds(app, { config, db, log, services });
  const webhooks = singleMessages(services);
  const common = {
    ...background,
    config,
    db,
    services,
    clouds,
    webhooks,
    pace: restless,
    lastCosts,
    spentSince,
  };
  const deployments = new Deployments({ ...common, guard: guardFactory });
  for (const procedure of lifeProcedures(common)) deployments.define(procedure);
  return {
    look: (now: Date) => doWhatIsDue({ ...common, deployments }, now),
    stop: async () => {
      await app.close();
      await background.queue.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The processes that look for leases of a factory: two, beside the portal itself. */
export function leaseClock(factory: ReturnType<typeof withFactory>) {
  const processes: Awaited<ReturnType<typeof furtherProcess>>[] = [];
  beforeAll(async () => {
    processes.push(await furtherProcess(factory), await furtherProcess(factory));
  });
  afterAll(async () => {
    await Promise.all(processes.map(({ stop }) => stop()));
  });
  return {
    /** Lets one look, on a day that is so many days from today. */
    look: async (days: number) => processes[0]?.look(noonIn(days)),
    /** Lets both look at the same time. */
    lookTogether: async (days: number) => Promise.all(processes.map(({ look }) => look(noonIn(days)))),
  };
}

/** Terms that end so many days from today. */
export const leaseTerms = (days: number, more: Readonly<Record<string, unknown>> = {}) => ({
  ends_on: inDays(days),
  close_after_days: 20,
  extension_days: 10,
  most_days: 15,
  reason: 'A sandbox for a try.',
  ...more,
});

/** What somebody does with leases, and sees of them. */
export const leasesOf = (api: Api) => ({
  async read(id: number): Promise<AccountLease | null> {
    const answer = await api.get<{ lease: AccountLease | null }>(`/cloud_parents/${id}/lease`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.lease;
  },
  set: (id: number, terms: Readonly<Record<string, unknown>>) =>
    api.put<{ lease: AccountLease }>(`/cloud_parents/${id}/lease`, { ...terms }),
  extend: (id: number, days: number, more: Readonly<Record<string, unknown>> = {}) =>
    api.post<{ lease: AccountLease }>(`/cloud_parents/${id}/lease/extension`, extension(days, more)),
  remove: (id: number, reason: string) => api.post(`/cloud_parents/${id}/lease/removal`, { reason }),
  mine: async () => (await api.get<AccountLease[]>('/my_cloud/leases')).body.data,
  extendMine: (id: number, days: number, more: Readonly<Record<string, unknown>> = {}) =>
    api.post<{ lease: AccountLease }>(`/my_cloud/leases/${id}/extension`, extension(days, more)),
});

const extension = (days: number, more: Readonly<Record<string, unknown>>) => ({
  ends_on: inDays(days),
  reason: 'The try goes on.',
  ...more,
});

/** The mails whose subject has a text, as recipient and subject. */
export async function mailsAbout(api: Api, text: string): Promise<string[]> {
  const { data } = (await api.get<Mail[]>('/outbox?page=1&per_page=1000')).body;
  return data
    .filter(({ subject }) => subject.includes(text))
    .map(({ to, subject }) => `${to}: ${subject}`)
    .toSorted();
}
