import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { DATE_ORDERS } from '#kernel/reading/days.ts';
import { DECIMAL_SIGNS } from '#kernel/reading/numbers.ts';
import { Refusal } from '#kernel/errors.ts';
import { WAYS } from '#kernel/history.ts';
import type { JobOutcome } from '#kernel/work.ts';
import type { Database } from '#server/platform/database/database.ts';
import { filesOf, readFile, removeFiles, storeFile } from '#server/platform/files/store.ts';
import { readTables, type FileTable } from '#server/platform/files/tables/read-tables.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import { ownedByJob, presentJob } from '#server/platform/jobs/store.ts';
import type { Background } from '#server/engine/background.ts';
import { answerOnce, pendingTwin, requestKey, twinNumber, type Answer } from '#server/engine/idempotency.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { byWay, type Who } from '#server/engine/writes/write-statements.ts';
import { demandReason } from '#server/engine/review/rules.ts';
import { guardUpload } from './guard-upload.ts';
import type { OnProgress } from '../prepare.ts';
import { RefusedFile, type FileProblems } from '../problems.ts';
import { keepRefusedRows } from '../refused-rows.ts';
import { mailRefusal, mailResult } from './upload-mail.ts';
import { countsOf, outcomeOfUpload } from './upload-outcome.ts';
import type { UploadRequest, ServedUpload, UploadSpec } from './upload-spec.ts';
import { applyUpload, planUpload, type UploadResult } from './upload-work.ts';

const UPLOAD_JOB = 'upload';
const ATTEMPTS = 5;
const READ = 'Read the file';
const CHECK = 'Check the rows';
const WRITE = 'Write the records';

const inputOf = z.object({
  upload: z.string(),
  dry_run: z.boolean(),
  encoding: z.enum(OTHER_ENCODINGS.map(({ name }) => name)).optional(),
  decimal_sign: z.enum(DECIMAL_SIGNS).nullish(),
  date_order: z.enum(DATE_ORDERS).nullish(),
  headings: z.record(z.string(), z.string().nullable()).optional(),
  mail_to: z.nullable(z.string()),
  actor: z.object({ email: z.string(), name: z.nullable(z.string()) }),
  zone: z.string().optional(),
  reason: z.string().optional(),
  via: z.array(z.object({ kind: z.enum(WAYS), name: z.nullable(z.string()) })).optional(),
});
type Input = z.infer<typeof inputOf>;

/** The result of an attempt before: a file that was taken over is not taken over again. */
const reachedOf = z.object({ taken: z.record(z.string(), z.unknown()) });
/** The result for a file, with the outcome that people read. */
type FinalResult = UploadResult & { outcome: JobOutcome };

/**
 * Keeps an uploaded file with a job that takes it over, both or neither; answers 202 with the job.
 * @throws {Refusal} 409 for the same upload without a key while one is under way
 */
export async function enqueueUpload(
  { db }: EngineServices,
  { queue, jobs }: Background,
  { name, resource, spec }: ServedUpload,
  who: Who,
  { bytes, dryRun, encoding, notation, headings, mailTo }: UploadRequest,
  request: FastifyRequest,
): Promise<Answer> {
  await queue.ready();
  const key = requestKey(request);
  const { actor, zone, via, reason } = who;
  const { email, name: called } = actor;
  const input: Input = {
    upload: name,
    dry_run: dryRun,
    encoding,
    decimal_sign: notation.decimalSign ?? null,
    date_order: notation.dateOrder ?? null,
    headings,
    mail_to: mailTo,
    actor: { email, name: called },
    zone,
    reason,
    via: via && [...via],
  };
  const runKey = twinNumber(request);
  const answer = await answerOnce(db, key ?? { twin: runKey }, async (tx) => {
    if (!key && (await jobs.isUnderWay(tx, UPLOAD_JOB, runKey))) throw pendingTwin();
    // A job has nobody whom it could ask.
    if (!dryRun) await demandReason(tx, resource, who);
    const id = randomUUID();
    const title = `${dryRun ? 'Plan of an upload' : 'Upload'} of ${resource.label[1]}`;
    const newJob = { kind: UPLOAD_JOB, title, input, createdBy: email, requestId: request.id, runKey };
    const job = await jobs.enqueue(tx, newJob, id);
    const file = {
      name: fileName(spec),
      contentType: 'application/octet-stream',
      owner: ownedByJob(id),
    };
    await storeFile(tx, file, once(Buffer.from(bytes.buffer)));
    return { status: 202, body: { data: { job: presentJob(job) } } };
  });
  jobs.wake(UPLOAD_JOB);
  return answer;
}

/** The upload is kept under this name until it is taken over. */
const fileName = ({ kinds }: UploadSpec) => `upload.${kinds[0]}`;

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content);
}

/** The work of all uploads that are taken over in the background, one after the other. */
export function uploadJob(
  services: EngineServices,
  background: Background,
  uploads: readonly ServedUpload[],
): JobKind {
  const servedIn = (input: JobContext['input']) => uploads.find(({ name }) => name === input['upload']);
  return {
    name: UPLOAD_JOB,
    attempts: ATTEMPTS,
    steps: [READ, CHECK, WRITE],
    guard: (request, input) => {
      const upload = servedIn(input);
      if (upload) guardUpload(services, request, upload);
    },
    async run(context) {
      const input = inputOf.parse(context.input);
      const upload = servedIn(input);
      if (!upload) throw new Refusal(409, 'This kind of upload is not known any more.');
      const result = await takenBefore(services, background, upload, context, input);
      return async (tx) => {
        await removeFiles(tx, ownedByJob(context.id), fileName(upload.spec));
        const mail = input.mail_to !== null && !input.dry_run;
        return {
          ...result,
          ...(mail && { mail: await mailResult(background, tx, upload, context, input, result) }),
        };
      };
    },
  };
}

async function takenBefore(
  services: EngineServices,
  background: Background,
  upload: ServedUpload,
  context: JobContext,
  input: Input,
): Promise<FinalResult> {
  const reached = reachedOf.safeParse(context.reached);
  if (reached.success) return reached.data.taken as FinalResult;
  const tables: FileTable[] = [];
  try {
    return await takeOver(services, upload, context, input, tables);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    throw await reportRefusal(services, background, upload, context, input, { error, tables });
  }
}

/** Reports that nothing was taken over: what was wrong in a file, and once, however often it is tried, in a mail. */
async function reportRefusal(
  { db }: EngineServices,
  background: Background,
  upload: ServedUpload,
  context: JobContext,
  input: Input,
  { error, tables }: { error: Refusal; tables: readonly FileTable[] },
): Promise<Refusal> {
  return db.transaction(async (tx) => {
    await context.save({ refused: true }, tx);
    const problems = error instanceof RefusedFile ? error.problems : null;
    const file = problems && (await keepRefusedRows(tx, context.id, problems, tables));
    if (input.mail_to !== null && context.reached['refused'] !== true)
      await mailRefusal(background, tx, upload, context, input, { error, file });
    if (!problems) return error;
    const { status, message, errors, details } = error;
    const outcome = outcomeOfUpload([], problems, file);
    return new Refusal(status, message, { errors, details: { ...details, outcome } });
  });
}

async function takeOver(
  services: EngineServices,
  upload: ServedUpload,
  context: JobContext,
  { actor, zone, via, reason, dry_run: dryRun, encoding, headings, decimal_sign, date_order }: Input,
  tables: FileTable[],
): Promise<FinalResult> {
  await context.step(READ);
  const bytes = await storedFile(services.db, context.id, upload);
  const read = await readTables(bytes, upload.spec.kinds, { encoding, member: upload.spec.member });
  tables.push(...read.tables);
  const notation = { decimalSign: decimal_sign, dateOrder: date_order };
  const written = tables.map((table) => ({ ...table, notation, headings }));
  context.signal.throwIfAborted();
  await context.step(CHECK);
  const requester: Who = {
    actor,
    requestId: context.requestId,
    via,
    ...(zone !== undefined && { zone }),
    ...(reason && { reason }),
  };
  const who = byWay(requester, 'job');
  const onProgress = progressIn(context);
  const finalResult = async (
    tx: PoolClient,
    result: UploadResult,
    problems: FileProblems,
  ): Promise<FinalResult> => {
    const file = await keepRefusedRows(tx, context.id, problems, tables);
    return { ...result, outcome: outcomeOfUpload(countsOf(result), problems, file) };
  };
  if (dryRun) {
    const { result, problems } = await planUpload(services, upload, who, written, onProgress);
    return services.db.transaction((tx) => finalResult(tx, result, problems));
  }
  const { body } = await applyUpload(services, upload, who, written, {
    onProgress,
    within: async (tx, result, problems) => {
      const taken = await finalResult(tx, result, problems);
      // Committed with the records: an attempt that comes after finds what this one has done.
      await context.save({ taken }, tx);
      return taken;
    },
  });
  return (JSON.parse(body) as { data: FinalResult }).data;
}

/** Reports how far the checks and the writing are, each as a step of its own. */
function progressIn(context: JobContext): OnProgress {
  let writes = false;
  return ({ phase, done, total }) => {
    if (phase === 'writing' && !writes) {
      writes = true;
      context.step(WRITE).catch(() => undefined);
    } else if (phase !== 'reading') context.progress(done, total);
  };
}

/** @throws {Refusal} 422 where the file is no longer there */
async function storedFile(
  db: Database,
  job: string,
  { spec }: ServedUpload,
): Promise<Uint8Array<ArrayBuffer>> {
  const files = await filesOf(db, ownedByJob(job));
  const file = files.find(({ name }) => name === fileName(spec));
  if (!file) throw new Refusal(422, 'The file is no longer there. Please upload it again.');
  return new Uint8Array(await buffer(readFile(db, file.id)));
}
