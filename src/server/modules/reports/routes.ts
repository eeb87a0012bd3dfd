import type { FastifyInstance } from 'fastify';
import type { PoolClient } from 'pg';
import { resourcePath } from '#kernel/resource.ts';
import { pendingTwin, requestKey } from '#server/engine/idempotency.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answers, keyHeader, object } from '#server/platform/http/describe.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Outbox } from '#server/platform/mail/outbox.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { INVENTORY_REPORT, inventoryReport } from './inventory-report.ts';
import { readRecipient, readReportBody } from './recipient.ts';
import { limitReports } from './report-limit.ts';

interface ReportsParts {
  config: Config;
  db: Database;
  queue: Queue;
  jobs: Jobs;
  outbox: Outbox;
  services: EngineServices;
}

const asked = object({ email: { const: true }, send_to: { type: 'string', format: 'email' } }, [
  'email',
  'send_to',
]);

/** Kinds of jobs that count towards what a person may ask for. */
const KINDS = [INVENTORY_REPORT];

/** The emailed reports: asked for here, made and mailed by jobs. */
export async function registerReports(app: FastifyInstance, parts: ReportsParts): Promise<void> {
  const { config, queue, jobs, outbox, services } = parts;
  jobs.define(inventoryReport(parts));
  const costCenters = services.registry.get('cost_centers');

  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.post(
      `/api${resourcePath(costCenters.name)}/send_report`,
      {
        onRequest: async (request) => void services.guard(request, 'read', costCenters),
        schema: {
          tags: [costCenters.label[1]],
          summary: 'Email the inventory as a workbook',
          description:
            'Answers 202 with a job; follow it at /api/jobs/{id}. send_to is the asker unless given. Without a mail ' +
            'server (meta.mail_server) the mail stays in the outbox.',
          headers: keyHeader,
          body: { anyOf: [asked, object({ [costCenters.singular]: asked }), { type: 'null' }] },
          response: answers(
            202,
            'It will be mailed',
            object({
              data: object({ job: { $ref: 'job#' } }),
              meta: object({ mail_server: { type: 'boolean' } }),
            }),
            [409, 422],
          ),
        },
      },
      async (request, reply) => {
        const { actor, requestId } = services.guard(request, 'read', costCenters);
        noQuery(request);
        const body = readReportBody(request.body, costCenters.singular);
        const to = readRecipient(body.send_to, actor.email, config.reportAllowedDomains);
        await queue.ready();
        await services.once(request, reply, async (tx) => {
          await limitReports(tx, actor.email, KINDS);
          if (!requestKey(request) && (await isPending(tx, actor.email, to))) throw pendingTwin();
          const job = await jobs.ask(tx, {
            kind: INVENTORY_REPORT,
            title: `Inventory report for ${to}`,
            input: { send_to: to, public_url: config.publicUrl },
            createdBy: actor.email,
            requestId,
          });
          const meta = { mail_server: outbox.hasServer };
          return { status: 202, body: { data: { job: presentJob(job) }, meta } };
        });
        jobs.wake(INVENTORY_REPORT);
        return reply;
      },
    );
  });
}

/** Whether the same report for the same address is on its way already. */
async function isPending(tx: PoolClient, asker: string, to: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM jobs WHERE kind = $1 AND created_by = $2 AND input ->> 'send_to' = $3
       AND state IN ('queued', 'running') LIMIT 1`,
    [INVENTORY_REPORT, asker, to],
  );
  return rowCount === 1;
}
