import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OTHER_ENCODINGS, type OtherEncoding } from '#kernel/csv/decode-text.ts';
import { invalid, type FieldError } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { longWork } from '#server/platform/database/limits.ts';
import type { FileKind } from '#server/platform/files/tables/parse-tables.ts';
import { readTables } from '#server/platform/files/tables/read-tables.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { requestKey, sendAnswer } from '../idempotency.ts';
import { readBody } from '../request-body.ts';
import type { EngineServices } from '../services.ts';
import type { Who } from '../write-statements.ts';
import { MOST_LISTED } from './load-rows.ts';
import { partsOf, type PartSpec } from './part.ts';
import { importQueue } from './queue.ts';
import type { ReadFile } from './read-rows.ts';
import { planImport, runImport } from './run-import.ts';
import { uploadSchema } from './upload-schema.ts';
import { fileOutcome, importContext, type ModelOutcome } from './whole-file.ts';

/** An upload of a file that is about one model or several, added and updated by key in one transaction. */
export interface UploadSpec {
  /** Below the model's address, such as `/upload`. */
  path: string;
  summary: string;
  /** The member of the body that holds the file, as base64 or as a data URL with base64. */
  member: string;
  kinds: readonly FileKind[];
  /** The models that a row may be about: those that others refer to come first. */
  parts: readonly PartSpec[];
  /** What the answer's `data` says of it beside `models`, such as the lists that a specification names. */
  answer?: (models: readonly ModelOutcome[]) => object;
}

const fair = fairUse({ atOnce: 4, perMinute: 60, noun: 'uploads' });

/**
 * `POST …<path>`: `{ <member>: base64, dry_run?, encoding? }`, bare or wrapped in the model's name. Answers 201 with what was done by
 * model; with `dry_run` 200 with what would be done and what is wrong, and writes nothing.
 */
export function uploadRoute(
  scope: FastifyInstance,
  services: EngineServices,
  resource: Resource,
  spec: UploadSpec,
): void {
  const parts = partsOf(services.registry, spec.parts);
  const guard = (request: FastifyRequest): Who => {
    for (const part of parts) services.guard(request, 'update', part.resource);
    for (const part of parts.slice(1)) services.guard(request, 'create', part.resource);
    return services.guard(request, 'create', parts[0]?.resource ?? resource);
  };
  const options = {
    bodyLimit: services.importLimit,
    schema: uploadSchema(resource, spec),
    ...fair,
    config: { ...fair.config, fileMember: spec.member },
    onRequest: [async (request: FastifyRequest) => void guard(request), fair.onRequest],
  };
  scope.post(spec.path, options, async (request, reply) => {
    const who = guard(request);
    noQuery(request);
    const { bytes, dryRun, encoding } = readUpload(resource, spec, request);
    const key = requestKey(request);
    const answer = await importQueue.run(who.actor.email, () =>
      longWork(async () => {
        const tables = await readTables(bytes, spec.kinds, encoding);
        const context = importContext(services, who);
        const told = (file: ReadFile) => {
          const outcome = fileOutcome(file);
          return { ...spec.answer?.(outcome.models), ...outcome };
        };
        if (!dryRun) return runImport(context, { parts, tables }, key, told);
        const data = await planImport(context, { parts, tables }, async (_tx, plan) => ({
          dry_run: true,
          valid: plan.problems.total === 0,
          ...told(plan),
          errors: plan.problems.first(MOST_LISTED),
          error_total: plan.problems.total,
        }));
        return { status: 200, body: JSON.stringify({ data }) };
      }),
    );
    return sendAnswer(reply, answer);
  });
}

interface Upload {
  bytes: Uint8Array<ArrayBuffer>;
  dryRun: boolean;
  /** Of a CSV file that is no Unicode. */
  encoding: OtherEncoding | undefined;
}

/** @throws {Refusal} 400 for what is no object, 422 that names every wrong member */
function readUpload(resource: Resource, { member }: UploadSpec, { body, bodyFile }: FastifyRequest): Upload {
  const { [member]: file, dry_run: dryRun = false, encoding: told, ...others } = readBody(resource, body);
  const errors: FieldError[] = Object.keys(others).map((name) => ({
    field: name,
    message: `${name.slice(0, 60)} is not a member of an upload.`,
  }));
  if (typeof dryRun !== 'boolean')
    errors.push({ field: 'dry_run', message: 'dry_run must be true or false.' });
  const encoding = OTHER_ENCODINGS.find(({ name }) => name === told)?.name;
  if (told !== undefined && encoding === undefined) {
    const names = OTHER_ENCODINGS.map(({ name }) => name).join(', ');
    errors.push({ field: 'encoding', message: `encoding must be one of ${names}.` });
  }
  const bytes = typeof file === 'string' ? bodyFile : null;
  if (bytes === null || bytes.length === 0)
    errors.push({ field: member, message: `${member} must be the file as base64.` });
  if (errors.length > 0 || bytes === null) throw invalid(errors);
  return { bytes, dryRun: dryRun === true, encoding };
}
