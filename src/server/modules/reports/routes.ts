import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import type { Report, ReportRecipient } from '#kernel/report.ts';
import { pendingTwin, requestKey } from '#server/engine/idempotency.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import type { Config } from '#server/platform/config/config.ts';
import {
  answers,
  arrayOf,
  integer,
  keyHeader,
  moment,
  object,
  orNull,
  text,
} from '#server/platform/http/describe.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';
import { rightsOf } from '#server/policies/roles.ts';
import { lastSent } from './last-sent.ts';
import { reportJob, type ReportParts } from './report-job.ts';
import { limitReports } from './report-limit.ts';
import { askedSchema, readAsked } from './request.ts';
import { goesToMany, type ServedReport } from './served.ts';

interface ReportsParts extends ReportParts {
  config: Config;
  queue: Queue;
  jobs: Jobs;
  /** What is no model of the portal's own reports comes with what makes it. */
  reports: readonly ServedReport[];
}

const tags = ['Reports'];
/** So many of those who would get a report are named. */
const MOST_NAMED = 1000;

const accepted = answers(
  202,
  'It will be mailed',
  object({ data: object({ job: { $ref: 'job#' } }), meta: object({ mail_server: { type: 'boolean' } }) }),
  [409, 422],
);
const recipients = answers(
  200,
  'Who would get it',
  object({
    data: object({
      recipients: arrayOf(object({ to: text('Address'), what: text('What they get') })),
      left_out: arrayOf(text('What nobody gets, and why')),
    }),
    meta: object({ total: integer, mail_server: { type: 'boolean' } }),
  }),
);

/** The emailed reports: asked for here, made and mailed by jobs. */
export async function registerReports(app: FastifyInstance, parts: ReportsParts): Promise<void> {
  const { db, jobs, reports } = parts;
  for (const served of reports)
    jobs.define({ ...reportJob(parts, served), guard: (request) => guardReport(parts, request, served) });
  const names = reports.map(({ report }) => report.name);
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    for (const served of reports) serveReport(scope, parts, served);
    scope.get(
      '/api/reports',
      {
        schema: {
          tags,
          summary: 'List the reports that one may ask for, and when each was last made',
          response: answers(
            200,
            'The reports',
            object({
              data: arrayOf(
                object({
                  name: text('Kind of its jobs'),
                  label: text('What it is called'),
                  path: text('Where it is asked for, below /api'),
                  last: orNull(
                    object({ at: moment, by: text('Who asked for it'), job: text('Id of its job') }),
                  ),
                }),
              ),
            }),
          ),
        },
      },
      async (request) => {
        noQuery(request);
        const known = await lastSent(db, names, workVisibleTo(askedBy(request)));
        const offered = reports.filter((served) => mayAsk(parts, request, served));
        return {
          data: offered.map(({ report: { name, label, path } }) => ({
            name,
            label,
            path,
            last: known.get(name) ?? null,
          })),
        };
      },
    );
  });
}

function serveReport(scope: FastifyInstance, parts: ReportsParts, served: ServedReport): void {
  const { config, queue, jobs, outbox, services, db } = parts;
  const { report } = served;
  scope.post(
    `/api${report.path}`,
    {
      onRequest: async (request) => guardReport(parts, request, served),
      schema: {
        tags,
        summary: `${report.action}: ${report.description}`,
        description:
          'Answers 202 with a job; follow it at /api/jobs/{id}. Without a mail server (meta.mail_server) the mail ' +
          'stays in the outbox.',
        headers: keyHeader,
        body: askedSchema(report),
        response: goesToMany(served) ? { ...recipients, ...accepted } : accepted,
      },
    },
    async (request, reply) => {
      const actor = askedBy(request);
      noQuery(request);
      const { to, values, dryRun } = await readAsked(report, request.body, {
        asker: actor.email,
        domains: config.reportAllowedDomains,
        check: (asked) => (goesToMany(served) ? [] : (served.check?.(asked, services) ?? [])),
        admits: async (address, asked) =>
          !goesToMany(served) && (await served.admits?.(address, { services, db, values: asked })) === true,
      });
      if (dryRun && goesToMany(served)) {
        const content = { services, db, values };
        const all: readonly ReportRecipient[] = await served.recipients(content);
        return {
          data: { recipients: all.slice(0, MOST_NAMED), left_out: (await served.leftOut?.(content)) ?? [] },
          meta: { total: all.length, mail_server: outbox.hasServer },
        };
      }
      await queue.ready();
      await services.once(request, reply, async (tx) => {
        await limitReports(tx, actor.email, report.name);
        const runKey = JSON.stringify([actor.email, to, values]);
        if (!requestKey(request) && (await jobs.isUnderWay(tx, report.name, runKey))) throw pendingTwin();
        const job = await jobs.ask(tx, {
          kind: report.name,
          title: to === null ? report.label : `${sentenceCase(report)} for ${to}`,
          input: { send_to: to, values, public_url: config.publicUrl },
          createdBy: actor.email,
          requestId: request.id,
          runKey,
        });
        const meta = { mail_server: outbox.hasServer };
        return { status: 202, body: { data: { job: presentJob(job) }, meta } };
      });
      jobs.wake(report.name);
      return reply;
    },
  );
}

/** @throws {Refusal} 403 for who may not ask for a report */
function guardReport(parts: ReportsParts, request: FastifyRequest, served: ServedReport): void {
  if (mayAsk(parts, request, served)) return;
  const { label } = served.report;
  throw new Refusal(403, `You have no right to ask for the ${label}. Ask an administrator for it.`);
}

/** Who has the report's right, and may see every model that its sheets show. */
function mayAsk({ services }: ReportsParts, request: FastifyRequest, { report }: ServedReport): boolean {
  if (!rightsOf(askedBy(request))[report.right ?? 'read']) return false;
  const shown = new Set(report.sheets?.map(({ model }) => services.registry.get(model)));
  return shown.size === 0 || [...shown].every((resource) => services.may(request, 'read', resource));
}

/** 'Inventory Report' within a sentence that it begins; a word that has a capital amid the subject, too, is a name. */
function sentenceCase({ label, subject }: Report): string {
  const names = subject.split(' ').slice(1);
  return label.replaceAll(/(?<= )[A-Z][a-z]+/g, (word) => (names.includes(word) ? word : word.toLowerCase()));
}
