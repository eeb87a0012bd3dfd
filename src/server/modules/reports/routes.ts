import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import {
  requestMailsCall,
  requestReportCall,
  listReports,
  type ReportAnswer,
  type ReportPreview,
} from '#calls/reports.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Report } from '#kernel/report.ts';
import { openDoor } from '#server/engine/door.ts';
import { pendingTwin, requestKey } from '#server/engine/idempotency.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import type { Config } from '#server/platform/config/config.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { Door } from '#server/platform/http/door.ts';
import { Previewed, serve, servePrepared } from '#server/platform/http/serve.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { presentJob } from '#server/platform/jobs/store.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';
import { mayRequest } from './may-request.ts';
import { lastSent } from './last-sent.ts';
import { reportJob, type ReportParts } from './report-job.ts';
import { limitReports } from './report-limit.ts';
import { demandServed, requestOf, type ReportRequest } from './request.ts';
import { goesToMany, type ManyReport, type ServedReport } from './served.ts';

interface ReportsParts extends ReportParts {
  config: Config;
  queue: Queue;
  jobs: Jobs;
  /** The reports, with the code that makes those that are not sheets of models. */
  reports: readonly ServedReport[];
}

/** The parts of an HTTP request for a report. */
interface ReportCall {
  body: Readonly<Record<string, unknown>>;
  actor: Actor;
  request: FastifyRequest;
}

/** So many of those who would get a report are named. */
const MOST_NAMED = 1000;

/** The emailed reports: requested here, made and mailed by jobs. */
export async function registerReports(app: FastifyInstance, parts: ReportsParts): Promise<void> {
  const { db, jobs, reports, services } = parts;
  for (const served of reports)
    jobs.define({ ...reportJob(parts, served), guard: (request) => guardReport(parts, request, served) });
  const names = reports.map(({ report }) => report.name);
  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    for (const served of reports) serveReport(door, parts, served);
    serve(door, listReports, async ({ actor }) => {
      const known = await lastSent(db, names, workVisibleTo(actor));
      const offered = reports.filter((served) => mayRequest(services, actor, served));
      return offered.map(({ report: { name, label, path } }) => ({
        name,
        label,
        path,
        last: known.get(name) ?? null,
      }));
    });
  });
}

function serveReport(opened: Door, parts: ReportsParts, served: ServedReport): void {
  const { queue, jobs } = parts;
  const { report } = served;
  const door: Door = { ...opened, demand: (request) => guardReport(parts, request, served) };
  const wantedBy = ({ body, actor }: ReportCall) => requestOf(report, body, actor.email);
  const enqueue = (tx: PoolClient, made: ReportCall) =>
    enqueueReport(parts, report, wantedBy(made), tx, made);
  const ready = async (made: ReportCall) => {
    await demandServed(parts, served, wantedBy(made), made.actor.email);
    await queue.ready();
  };
  const wake = () => jobs.wake(report.name);
  if (!goesToMany(served)) {
    const prepare = async (made: ReportCall) => {
      await ready(made);
      return (tx: PoolClient) => enqueue(tx, made);
    };
    return servePrepared(door, requestReportCall(report), prepare, wake);
  }
  servePrepared(
    door,
    requestMailsCall(report),
    async (made) => {
      if (made.body['dry_run'] === true) return new Previewed(await previewOf(parts, served, wantedBy(made)));
      await ready(made);
      return (tx) => enqueue(tx, made);
    },
    wake,
  );
}

/** Who would get a report that goes to many. */
async function previewOf(
  { services, db, outbox }: ReportsParts,
  { recipients, leftOut }: ManyReport,
  { values }: ReportRequest,
): Promise<ReportPreview> {
  const content = { services, db, values };
  const all = await recipients(content);
  return {
    data: { recipients: all.slice(0, MOST_NAMED), left_out: [...((await leftOut?.(content)) ?? [])] },
    meta: { total: all.length, mail_server: outbox.hasServer },
  };
}

/** Enqueues the job that makes and mails a report. @throws {Refusal} 409 for a second one under way, 429 for too many */
async function enqueueReport(
  { config, jobs, outbox }: ReportsParts,
  report: Report,
  { to, values }: ReportRequest,
  tx: PoolClient,
  { actor: { email }, request }: ReportCall,
): Promise<ReportAnswer> {
  await limitReports(tx, email, report.name);
  const runKey = JSON.stringify([email, to, values]);
  if (!requestKey(request) && (await jobs.isUnderWay(tx, report.name, runKey))) throw pendingTwin();
  const job = await jobs.enqueue(tx, {
    kind: report.name,
    title: to === null ? report.label : `${sentenceCase(report)} for ${to}`,
    input: { send_to: to, values, public_url: config.publicUrl },
    createdBy: email,
    requestId: request.id,
    runKey,
  });
  return { data: { job: presentJob(job) }, meta: { mail_server: outbox.hasServer } };
}

/** @throws {Refusal} 403 for who may not request a report */
function guardReport(parts: ReportsParts, request: FastifyRequest, served: ServedReport): void {
  if (mayRequest(parts.services, actorOf(request), served)) return;
  const { label } = served.report;
  throw new Refusal(403, `You have no right to ask for the ${label}. Ask an administrator for it.`);
}

/** 'Inventory Report' within a sentence that it begins; a word that has a capital amid the subject, too, is a name. */
function sentenceCase({ label, subject }: Report): string {
  const names = subject.split(' ').slice(1);
  return label.replaceAll(/(?<= )[A-Z][a-z]+/g, (word) => (names.includes(word) ? word : word.toLowerCase()));
}
