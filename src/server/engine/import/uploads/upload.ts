import { Readable } from 'node:stream';
import { stringifyChunked } from '@discoveryjs/json-ext';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notationMembers } from '#calls/imports.ts';
import { OTHER_ENCODINGS } from '#kernel/csv/decode-text.ts';
import { collecting, invalid, type FieldError } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { longWork } from '#server/platform/database/limits.ts';
import { readTables } from '#server/platform/files/tables/read-tables.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { checkedText, routeCall } from '#server/platform/http/route-call.ts';
import { readRecipient } from '#server/platform/mail/recipient.ts';
import type { Background } from '#server/engine/background.ts';
import { openDoor } from '#server/engine/door.ts';
import { requestKey, sendAnswer, type Answer } from '#server/engine/idempotency.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import { guardUpload } from './guard-upload.ts';
import { importQueue } from '../queue.ts';
import { readHeadings, readNotation } from '../notation.ts';
import { enqueueUpload } from './upload-job.ts';
import { uploadCall } from './upload-call.ts';
import {
  headersOfUpload,
  servedUpload,
  type UploadRequest,
  type ServedUpload,
  type UploadSpec,
} from './upload-spec.ts';
import { applyUpload, planUpload } from './upload-work.ts';

/** Files of more rows are taken over by a job: they take longer than anybody waits for an answer. */
const MOST_AT_ONCE = 25_000;

const fair = fairUse({ atOnce: 4, perMinute: 60, noun: 'uploads' });

/**
 * `POST …<path>`: `{ <member>: base64, dry_run?, encoding? }`, bare or wrapped in the model's name. Answers 201 with what was done by
 * model; with `dry_run` 200 with what would be done and what is wrong, and writes nothing. What takes long is answered 202 with the
 * job that does it, whose result says the same.
 */
export function uploadRoute(
  scope: FastifyInstance,
  services: EngineServices,
  resource: Resource,
  spec: UploadSpec,
): void {
  const upload = servedUpload(services.registry, resource, spec);
  const call = uploadCall(upload, services.background !== null);
  const door = openDoor(scope, services, { uploads: { ...fair, bodyLimit: services.importLimit } });
  routeCall(door, call, async ({ body, request }, reply) => {
    const who = guardUpload(services, request, upload);
    const wanted = readUpload(upload, body, request, services.background);
    const answer = await importQueue.run(who.actor.email, () =>
      longWork(() => answerUpload(services, upload, who, wanted, request)),
    );
    if (!(answer instanceof Readable)) return sendAnswer(reply, checkedText(door, call, answer));
    return reply.status(200).type('application/json; charset=utf-8').send(answer);
  });
}

/** The answer to an upload; a plan, which may name each of many records, is written part by part. */
async function answerUpload(
  services: EngineServices,
  upload: ServedUpload,
  who: Who,
  wanted: UploadRequest,
  request: FastifyRequest,
): Promise<Answer | Readable> {
  const { spec } = upload;
  const { dryRun, encoding, notation, headings } = wanted;
  // A file of another kind is refused at once, not by a job.
  const read = await readTables(wanted.bytes, spec.kinds, { encoding, member: spec.member });
  const { bytes } = read;
  const tables = read.tables.map((table) => ({ ...table, notation, headings }));
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const takesLong = rows > MOST_AT_ONCE || (spec.background === 'always' && !dryRun);
  if (services.background && takesLong)
    return enqueueUpload(services, services.background, upload, who, { ...wanted, bytes }, request);
  if (!dryRun) return applyUpload(services, upload, who, tables, { key: requestKey(request) });
  const { result } = await planUpload(services, upload, who, tables);
  return Readable.from(stringifyChunked({ data: result }), { objectMode: false });
}

/** @throws {Refusal} 422 that names every wrong member */
function readUpload(
  upload: ServedUpload,
  body: Values,
  { bodyFile, actor }: FastifyRequest,
  background: Background | null,
): UploadRequest {
  const { member, mails } = upload.spec;
  const { [member]: file, dry_run: dryRun = false, encoding: named, headings: said, ...others } = body;
  const errors: FieldError[] = Object.keys(others)
    .filter((name) => name !== mails?.member && !Object.hasOwn(notationMembers, name))
    .map((name) => ({ field: name, message: `${name.slice(0, 60)} is not a member of an upload.` }));
  if (typeof dryRun !== 'boolean')
    errors.push({ field: 'dry_run', message: 'dry_run must be true or false.' });
  const encoding = OTHER_ENCODINGS.find(({ name }) => name === named)?.name;
  if (named !== undefined && encoding === undefined) {
    const names = OTHER_ENCODINGS.map(({ name }) => name).join(', ');
    errors.push({ field: 'encoding', message: `encoding must be one of ${names}.` });
  }
  const bytes = typeof file === 'string' ? bodyFile : null;
  if (bytes === null || bytes.length === 0)
    errors.push({ field: member, message: `${member} must be the file as base64.` });
  const recipient = others[mails?.member ?? ''];
  const isNamed = recipient !== undefined && recipient !== null && recipient !== '';
  // A dry run is answered to the requester.
  if (mails && !isNamed && dryRun !== true)
    errors.push({ field: mails.member, message: 'Email is required.' });
  const domains = background?.mailDomains ?? null;
  const mailTo =
    mails && isNamed
      ? collecting(errors, () =>
          readRecipient(mails.member, recipient, actor?.email ?? '', domains, 'Results'),
        )
      : null;
  const notation = readNotation(others, errors);
  const headings = readHeadings({ headings: said }, headersOfUpload(upload), errors);
  if (errors.length > 0 || bytes === null) throw invalid(errors);
  return { bytes, dryRun: dryRun === true, encoding, notation, headings, mailTo };
}
