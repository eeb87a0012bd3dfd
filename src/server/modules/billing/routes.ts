import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { billingDoor, workFolder, type BillingParts } from './runs/parts.ts';
import { additionRoutes } from './review/additions/addition-routes.ts';
import { budgetAlertsJob } from './reports/budgets/alerts-job.ts';
import { budgetRoutes } from './reports/budgets/budget-routes.ts';
import { changesRoute } from './explain/changes/changes-route.ts';
import { commitmentsRoutes } from './allocation/commitments/commitments-routes.ts';
import { correctionRoute } from './explain/correction-route.ts';
import { closeRoutes } from './close/close-routes.ts';
import { copilotCostsRoutes } from './allocation/copilot/costs-routes.ts';
import { copilotRunRoutes } from './allocation/copilot/run-routes.ts';
import { refreshJob } from './reports/dashboard/refresh.ts';
import { refreshRoute } from './reports/dashboard/refresh-route.ts';
import { unbilledRoute } from './reports/dashboard/unbilled-route.ts';
import { ruleRoutes } from './review/rules/rule-routes.ts';
import { assignRoute } from './review/assign-route.ts';
import { detailRoutes } from './explain/detail-routes.ts';
import { explainRoutes } from './explain/explain-routes.ts';
import { exampleJob, type ExampleBills } from './example/example-job.ts';
import { mineRoutes } from './reports/mine/mine-routes.ts';
import { focusRoute } from './reports/focus/focus-route.ts';
import { finalizeJob } from './finalize/finalize-job.ts';
import { finalizeRoutes } from './finalize/finalize-routes.ts';
import { optionsRoute } from './finalize/options-route.ts';
import { reversalJob } from './finalize/reversal-job.ts';
import { reviewRoute } from './finalize/review-route.ts';
import { journalRoutes } from './close/journal/journal-routes.ts';
import { workbookJob } from './review/pre-ap/workbook-job.ts';
import { workbookRoute } from './review/pre-ap/workbook-route.ts';
import { existingRoutes } from './intake/begin/existing-routes.ts';
import { processRoutes } from './intake/begin/process-routes.ts';
import { runRoutes } from './runs/run-routes.ts';
import { countTagsJob } from './reports/untagged/count-again.ts';
import { countRoute } from './reports/untagged/count-route.ts';
import { untaggedRoutes } from './reports/untagged/untagged-routes.ts';
import { uploadRoutes } from './intake/begin/upload-routes.ts';
import { unallocatedRoute } from './allocation/unallocated/unallocated-route.ts';
import { allocationJob, intakeJob } from './run-jobs.ts';
import { fetchDueJob } from './intake/sources/enqueue-fetch.ts';
import { fetchAmortisedJob } from './intake/sources/fetch-amortised-job.ts';
import { fetchJob } from './intake/sources/fetch-job.ts';
import { sourceRoutes } from './intake/sources/source-routes.ts';
import type { SourceAtHand } from './intake/sources/source.ts';

/** Billing automation: from a provider's invoice to postings that finance can book. */
export async function registerBilling(
  app: FastifyInstance,
  parts: BillingParts & { sources: readonly SourceAtHand[]; example: ExampleBills },
): Promise<void> {
  const { config, db, jobs, sources } = parts;
  const folder = workFolder(config);
  // Files that a killed process had unpacked; the folder is this process's own.
  rmSync(folder, { recursive: true, force: true });
  jobs.define(intakeJob({ db, jobs, folder }));
  jobs.define(allocationJob({ db, jobs }));
  jobs.define(workbookJob(parts));
  jobs.define(finalizeJob(parts));
  jobs.define(reversalJob(parts));
  jobs.define(budgetAlertsJob(parts));
  jobs.define(refreshJob({ db, config }));
  jobs.define(countTagsJob({ db, folder }));
  jobs.define(fetchJob({ ...parts, folder }));
  jobs.define(fetchAmortisedJob(parts));
  jobs.define(fetchDueJob(parts));
  jobs.define(exampleJob(parts));
  await app.register(async (scope) => {
    const door = billingDoor(scope, parts);
    runRoutes(door, db);
    detailRoutes(door, db);
    explainRoutes(door, db);
    mineRoutes(door, parts.services);
    unallocatedRoute(door, db);
    changesRoute(door, db);
    correctionRoute(door, db);
    commitmentsRoutes(door, parts);
    ruleRoutes(door, parts);
    assignRoute(door, parts);
    additionRoutes(door, parts);
    processRoutes(door, parts);
    refreshRoute(door, parts);
    unbilledRoute(door, parts);
    workbookRoute(door, db);
    finalizeRoutes(door, parts);
    copilotRunRoutes(door, parts);
    copilotCostsRoutes(door, db);
    closeRoutes(door, db);
    budgetRoutes(door, db);
    journalRoutes(door, db);
    focusRoute(door, parts);
    untaggedRoutes(door, db);
    countRoute(door, parts);
    optionsRoute(door, config);
    reviewRoute(door, parts);
    existingRoutes(door, parts);
    sourceRoutes(door, parts, sources);
    await scope.register(async (files) => uploadRoutes(files, parts));
  });
}
