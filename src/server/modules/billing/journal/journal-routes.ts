import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseWrittenDay } from '#kernel/dates.ts';
import { malformed } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { answers, text } from '#server/platform/http/describe.ts';
import { readTexts } from '#server/platform/http/query.ts';
import { fileNameOf, postingsToBook } from '../close/accrual-sheet.ts';
import { readAccrual, readAccrualId } from '../close/accrual.ts';
import { isReversal, reversalQuery } from '../close/close-routes.ts';
import { accrualParams } from '../close/close-schemas.ts';
import { monthAfter } from '../close/months.ts';
import { readingMuch, tags, type BillingParts } from '../parts.ts';
import { readRunId } from '../runs/run.ts';
import { runParams } from '../schemas.ts';
import { clearingOf } from './clearing.ts';
import { journalLines, type EntryHead, type EntryPosting } from './entry.ts';
import { journalFile } from './journal-file.ts';
import { runToPost } from './run-to-post.ts';

interface OfOne {
  Params: { id: string };
}

/** A document of the general ledger, as SAP has it from the start. */
const DOCUMENT_TYPE = 'SA';

const asked = {
  posting_date: text('When it is posted, such as 2026-03-31.'),
  document_type: text(`The document type of SAP, two characters; ${DOCUMENT_TYPE} unless told.`),
};
const csv = { content: { 'text/csv': { schema: { type: 'string' } } } };
const description =
  'One row for each line, in documents that come to zero and have at most 999 lines. Debit is S, credit is H; dates are ' +
  'YYYYMMDD, amounts have a point and no other sign. What balances a document stands on the Clearing GL of its company.';

/** The journal of a run that is final or reversed, and of an accrual, as SAP's upload of journal entries takes it. */
export function journalRoutes(scope: FastifyInstance, { db }: BillingParts): void {
  scope.get<OfOne>(
    '/api/billing_runs/:id/journal.csv',
    {
      ...readingMuch,
      schema: {
        tags,
        summary:
          'Download a final billing run, or the reversal of one, as the journal entries that SAP takes',
        description,
        params: runParams,
        querystring: { type: 'object', properties: { ...asked, ...reversalQuery.properties } },
        response: answers(200, 'CSV', csv, [404, 409]),
      },
    },
    async (request, reply) => {
      const texts = readTexts(request.query, ['posting_date', 'document_type', 'reversal']);
      const head = readHead(texts);
      const reversal = isReversal(texts);
      const id = readRunId(request.params.id);
      const { postings, day } = await runToPost(db, id, reversal);
      const name = `journal_run_${reversal ? 'reversal_' : ''}${id}.csv`;
      return sendJournal(db, reply, name, postings, {
        ...head,
        posting_date: head.posting_date ?? day,
        text: `${reversal ? 'Reversal of run' : 'Run'} ${id}`,
      });
    },
  );
  scope.get<OfOne>(
    '/api/billing_accruals/:id/journal.csv',
    {
      ...readingMuch,
      schema: {
        tags,
        summary: 'Download an accrual, or its reversal, as the journal entries that SAP takes',
        description,
        params: accrualParams,
        querystring: { type: 'object', properties: { ...asked, ...reversalQuery.properties } },
        response: answers(200, 'CSV', csv, [404, 409]),
      },
    },
    async (request, reply) => {
      const texts = readTexts(request.query, ['posting_date', 'document_type', 'reversal']);
      const head = readHead(texts);
      const reversal = isReversal(texts);
      const accrual = await readAccrual(db, readAccrualId(request.params.id));
      const booked = await postingsToBook(db, accrual, reversal);
      const after = `${monthAfter(accrual.month, 1)}-01`;
      return sendJournal(
        db,
        reply,
        `journal_${fileNameOf(accrual, reversal)}.csv`,
        booked.map((one) => ({ ...one, document_date: null })),
        {
          ...head,
          // It is posted on the last day of its month, and taken back on the day after.
          posting_date: head.posting_date ?? (reversal ? after : dayBefore(after)),
          text: `${reversal ? 'Reversal of accrual' : 'Accrual'} ${accrual.id}`,
        },
      );
    },
  );
}

function dayBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
}

/** @throws {Refusal} 400 */
function readHead(texts: ReadonlyMap<string, string>): {
  posting_date: string | null;
  document_type: string;
} {
  const written = texts.get('posting_date')?.trim() || null;
  const day = written === null ? null : parseWrittenDay(written);
  if (written !== null && day === null) throw malformed('posting_date must be a day such as 2026-03-31.');
  const type = texts.get('document_type')?.trim().toUpperCase() || DOCUMENT_TYPE;
  if (!/^[A-Z0-9]{2}$/.test(type))
    throw malformed('document_type must be two letters or digits, such as SA.');
  return { posting_date: day, document_type: type };
}

/** @throws {Refusal} 409 that names what SAP would not take */
async function sendJournal(
  runner: Runner,
  reply: FastifyReply,
  name: string,
  postings: readonly EntryPosting[],
  head: EntryHead,
): Promise<FastifyReply> {
  const clearing = await clearingOf(runner, postings);
  const lines = journalLines(postings, head, clearing);
  return asDownload(reply, name, 'text/csv; charset=utf-8').send(Readable.from(journalFile(lines, head)));
}
