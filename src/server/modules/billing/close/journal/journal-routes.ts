import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { accrualJournal, runJournal } from '#calls/journal.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile } from '#server/platform/http/serve.ts';
import { fileNameOf, postingsToBook } from '../accrual-sheet.ts';
import { readAccrual } from '../accrual.ts';
import { monthAfter } from '../../runs/months.ts';
import { clearingOf } from './clearing.ts';
import { journalLines, type EntryHead, type EntryPosting } from './entry.ts';
import { journalFile } from './journal-file.ts';
import { runToPost } from './run-to-post.ts';

/** The journal of a run that is final or reversed, and of an accrual, as SAP's upload of journal entries takes it. */
export function journalRoutes(door: Door, db: Database): void {
  serveFile(door, runJournal, async ({ params: { id }, query }, reply) => {
    const { reversal, posting_date, document_type } = query;
    const { postings, day } = await runToPost(db, id, reversal);
    return sendJournal(db, reply, `journal_run_${reversal ? 'reversal_' : ''}${id}.csv`, postings, {
      document_type,
      posting_date: posting_date ?? day,
      text: `${reversal ? 'Reversal of run' : 'Run'} ${id}`,
    });
  });
  serveFile(door, accrualJournal, async ({ params: { id }, query }, reply) => {
    const { reversal, posting_date, document_type } = query;
    const accrual = await readAccrual(db, id);
    const booked = await postingsToBook(db, accrual, reversal);
    const after = `${monthAfter(accrual.month, 1)}-01`;
    const postings = booked.map((one) => ({ ...one, document_date: null }));
    return sendJournal(db, reply, `journal_${fileNameOf(accrual, reversal)}.csv`, postings, {
      document_type,
      // It is posted on the last day of its month, and taken back on the day after.
      posting_date: posting_date ?? (reversal ? after : dayBefore(after)),
      text: `${reversal ? 'Reversal of accrual' : 'Accrual'} ${accrual.id}`,
    });
  });
}

function dayBefore(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return at.toISOString().slice(0, 10);
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
