import type { FastifyInstance } from 'fastify';
import { BILLING_RUNS } from '#kernel/comments/comments.ts';
import type { OpenedDirectory } from './directory.ts';
import type { OpenedCloud } from './open-cloud.ts';
import type { Background } from './engine/background.ts';
import type { EngineServices } from './engine/services.ts';
import { confirmSilence } from './modules/attestation/answers.ts';
import { registerAttestation } from './modules/attestation/routes.ts';
import { registerBilling } from './modules/billing/routes.ts';
import type { SourceAtHand } from './modules/billing/intake/sources/source.ts';
import { enqueueFirstBills } from './modules/billing/example/first-bills.ts';
import { billingRunSubject } from './commented-runs.ts';
import { countUnallocated } from './modules/billing/allocation/unallocated/waiting.ts';
import { commentOn } from './modules/comments/on-record.ts';
import { registerComments } from './modules/comments/routes.ts';
import { registerDrift } from './modules/directory/drift/drift-routes.ts';
import { countDrift } from './modules/directory/drift/waiting.ts';
import { registerSpinco } from './modules/directory/spinco/spinco-routes.ts';
import { countLeases } from './modules/factory/leases/waiting.ts';
import { registerFactory } from './modules/factory/routes.ts';
import type { Pace } from './platform/jobs/pace.ts';
import { registerDirectorySync } from './modules/directory/sync/sync-routes.ts';
import { registerGitHub } from './modules/github/routes.ts';
import { registerInventorySync } from './modules/inventory/sync/sync-routes.ts';
import { registerJobs } from './modules/jobs/routes.ts';
import { registerMyCloud } from './modules/my-cloud/routes.ts';
import { budgetsOfOwner, untaggedOfOwner } from './modules/billing/reports/mine/of-owner.ts';
import { lastCosts } from './modules/billing/reports/mine/last-costs.ts';
import { spentSince } from './modules/billing/reports/mine/spent-since.ts';
import { registerOverview } from './modules/overview/routes.ts';
import { registerOutbox } from './modules/outbox/routes.ts';
import { seeder } from './modules/seed/example-data.ts';
import { keepFirstRoles, rolesNow } from './modules/access/known-roles.ts';
import { removeOldViews } from './modules/views/store.ts';
import { viewQuery } from './modules/views/view-query.ts';
import { removeOldDeliveries } from './modules/webhooks/deliveries.ts';
import { registerWebhooks } from './modules/webhooks/register.ts';
import { singleMessages } from './modules/webhooks/single-messages.ts';
import { OutgoingAddresses } from './platform/base/outgoing-addresses.ts';
import { registerProducts } from './modules/products/routes.ts';
import { registerReports } from './modules/reports/routes.ts';
import { removeOldLinks } from './modules/attestation/retention.ts';
import { countAnswers } from './modules/attestation/waiting.ts';
import { countWaitingChanges } from './modules/review/count-waiting.ts';
import { registerReview } from './modules/review/routes.ts';
import { registerSchedules } from './modules/reports/schedules/routes.ts';
import { removeOldSchedules } from './modules/reports/schedules/store.ts';
import type { ServedReport } from './modules/reports/served.ts';
import type { Config } from './platform/config/config.ts';
import { longWork } from './platform/database/limits.ts';
import type { Database } from './platform/database/database.ts';
import { sweepFiles } from './platform/files/store.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { removeOldJobs } from './platform/jobs/store.ts';
import type { Log } from './platform/log/log.ts';
import { deliverOutbox, removeOldMails } from './platform/mail/outbox-delivery.ts';
import { Outbox } from './platform/mail/outbox.ts';
import { Queue } from './platform/jobs/queue.ts';
import type { GitHub } from './providers/github/interface.ts';
import { productDeployments } from './product-deployments.ts';
import { simulators } from './simulators.ts';
import { nameOfPerson } from './names-of-people.ts';

const CLEANING_MS = 3_600_000;

interface WorkParts {
  config: Config;
  db: Database;
  log: Log;
}

interface BackgroundParts extends WorkParts, Background {
  services: EngineServices;
  reports: readonly ServedReport[];
  clouds: readonly OpenedCloud[];
  /** Null: no GitHub is named, and nothing may stand for it. */
  github: GitHub | null;
  directory: OpenedDirectory;
  billSources: readonly SourceAtHand[];
  /** Whether a simulated directory is read by itself once. */
  readsFirst: boolean;
  /** Whether the example gets its bills by itself once. */
  billsFirst: boolean;
  pace: Pace;
}

/** The queue of the portal, its jobs and its outbox; nothing of it runs yet. */
export function openBackground({ config, db, log }: WorkParts): Background {
  const queue = new Queue(db, log);
  const { reportAllowedDomains: mailDomains, publicUrl, ccoeEmail } = config;
  return {
    queue,
    jobs: new Jobs(db, queue, log),
    outbox: new Outbox(queue, config, nameOfPerson),
    mailDomains,
    publicUrl,
    ccoeEmail,
  };
}

/**
 * The work in the background, with the routes that enqueue it and follow it. The queue starts once the portal
 * listens, keeps nobody waiting, and ends with the portal.
 */
export async function registerBackground(app: FastifyInstance, parts: BackgroundParts): Promise<void> {
  const { config, db, log, queue } = parts;
  deliverOutbox(queue, db, log, config);
  const addresses = new OutgoingAddresses(config.webhookNetworks);
  registerWebhooks(app, { ...parts, addresses, publicUrl: config.publicUrl });
  await registerReports(app, parts);
  await registerSchedules(app, {
    ...parts,
    viewOf: (runner, email, id) => viewQuery(parts.services, runner, email, id),
    rolesNow: (runner, email) => rolesNow(runner, email, config.saml),
    keepFirstRoles,
  });
  await registerJobs(app, parts);
  await registerOutbox(app, parts);
  const others = { [BILLING_RUNS]: billingRunSubject(parts.services) };
  const hasOwners = Object.values(config.saml.roleMap ?? {}).includes('owner');
  await registerComments(app, { ...parts, publicUrl: config.publicUrl, hasOwners, others });
  await registerReview(app, { ...parts, publicUrl: config.publicUrl });
  await registerOverview(app, {
    ...parts,
    others: [countUnallocated, countDrift, countWaitingChanges, countAnswers, countLeases],
  });
  await registerMyCloud(app, { ...parts, budgetsOf: budgetsOfOwner, untaggedOf: untaggedOfOwner });
  const { services } = parts;
  await registerAttestation(app, {
    ...parts,
    costsOf: lastCosts,
    comment: (tx, on, text, who) => commentOn(services, tx, on, text, who),
  });
  const example = {
    actor: seeder,
    usageReport: async (month: string, isNewest: boolean) =>
      (await simulators(config)).usageReport(db, month, isNewest),
    correctedAzureBill: async (month: string) => (await simulators(config)).correctedAzureBill(db, month),
  };
  await registerBilling(app, { ...parts, sources: parts.billSources, example });
  if (parts.billsFirst) app.addHook('onListen', () => void enqueueFirstBills(parts, example));
  const deployments = await registerFactory(app, {
    ...parts,
    lastCosts,
    spentSince,
    webhooks: singleMessages(services),
  });
  const handOn = productDeployments(deployments, parts.services, parts.clouds);
  await registerProducts(app, { ...parts, handOn });
  const sources = parts.clouds.flatMap(({ inventory }) => inventory ?? []);
  const changes = { ...parts, at: parts.directory, prefixes: config.spincoGroupPrefixes };
  await registerSpinco(app, changes);
  await registerDrift(app, { ...changes, confirmSilence });
  await registerInventorySync(app, { ...parts, sources, cron: config.inventorySync });
  await registerGitHub(app, { ...parts, cron: config.copilotSync });
  await registerDirectorySync(app, {
    ...parts,
    at: parts.directory,
    sources: parts.clouds.flatMap(({ access }) => access ?? []),
    prefixes: config.directory,
    cron: config.directory.cron,
  });

  app.addHook('onListen', async () => queue.start());
  // Running work is notified of the end at once, while requests in flight finish.
  app.addHook('preClose', async () => void queue.stop());
  app.addHook('onClose', async () => queue.stop());
  const cleaning = setInterval(() => {
    const all = () =>
      Promise.all([
        removeOldJobs(db),
        removeOldMails(db),
        removeOldViews(db),
        removeOldSchedules(db),
        removeOldDeliveries(db),
        removeOldLinks(db),
        sweepFiles(db),
      ]);
    longWork(all).catch((error: unknown) => log.warn({ err: error }, 'old jobs, mails and files were kept'));
  }, CLEANING_MS);
  cleaning.unref();
  app.addHook('onClose', () => clearInterval(cleaning));
}
