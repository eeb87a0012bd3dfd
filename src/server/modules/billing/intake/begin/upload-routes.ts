import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addParts, beginRun as beginRunCall, sendFile } from '#calls/bills.ts';
import { fairUse } from '#server/platform/http/request-limits.ts';
import { serveOnce, WithStatus } from '#server/platform/http/serve.ts';
import { billingDoor, type BillingParts } from '../../runs/parts.ts';
import { addFiles } from './add-files.ts';
import { beginRun } from './begin-run.ts';
import { keepBill, keptFiles, LARGEST_BILL, type KeptBill } from './bill-files.ts';
import { declaredEncoding, writtenIn } from './bill-written.ts';

const fair = fairUse({ atOnce: 4, perMinute: 120, noun: 'uploads' });

/**
 * Files of bills as the body of a request, whatever its type, or named by their ids: before a run is begun with them, to begin it,
 * and as parts of one that was begun. What the query says is looked at before the body is read.
 */
export function uploadRoutes(scope: FastifyInstance, parts: BillingParts): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const door = billingDoor(scope, parts, { ...fair, bodyLimit: LARGEST_BILL });
  serveOnce(door, sendFile, async ({ query: { name }, actor: { email: by }, request }) => {
    const kept = await keepBill(parts.db, { name, by, encoding: encodingOf(request) }, request.body);
    return new WithStatus(201, { id: kept.id, name: kept.name, size: kept.size });
  });
  serveOnce(door, beginRunCall, async ({ query, actor: { email: by }, request }, once) => {
    const { provider, name = '', month, currency, reference, posting_day, existing, split, files } = query;
    const written = writtenIn(query);
    // The type of the body may say its encoding.
    const encoding = written.encoding ?? (files ? null : encodingOf(request));
    const wanted = {
      provider,
      name,
      month: month ?? null,
      currency: currency ?? null,
      reference: reference ?? null,
      postingDay: posting_day ?? null,
      written: { ...written, encoding },
      existing: existing ?? null,
      amortised: split !== undefined,
    };
    const given = await givenFiles(parts, request, by, { name, files });
    return beginRun(parts, { request, by, once }, wanted, given);
  });
  serveOnce(door, addParts, async ({ params: { id }, query, actor: { email: by }, request }, once) => {
    const { name = '', files, split } = query;
    const { kept } = await givenFiles(parts, request, by, { name, files });
    const options = { written: writtenIn(query), amortised: split !== undefined };
    return addFiles(parts, { request, by, once }, id, kept, options);
  });
}

const encodingOf = ({ headers }: FastifyRequest) => declaredEncoding(headers['content-type']);

/** The files that are named, or the body as one, of which its type may declare the encoding. @throws {Refusal} as `keepBill` and `keptFiles` */
async function givenFiles(
  { db, queue }: BillingParts,
  request: FastifyRequest,
  by: string,
  { name, files }: { name: string; files: readonly string[] | undefined },
): Promise<{ kept: KeptBill[]; staged: boolean }> {
  await queue.ready();
  if (files) return { kept: await keptFiles(db, files, by), staged: true };
  const kept = await keepBill(db, { name, by, encoding: encodingOf(request) }, request.body);
  return { kept: [kept], staged: false };
}
