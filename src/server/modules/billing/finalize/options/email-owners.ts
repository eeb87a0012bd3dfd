import { correctedBy } from '../../runs/corrected-runs.ts';
import type { Statement } from '#calls/finalize.ts';
import { readStatements } from '../statements.ts';
import { statementText, type BilledDays } from '../statement-text.ts';
import { type FinalizeOption, monthOf } from './option.ts';

/** The days of a run's bills, the first and the last: those of its invoices, else the first one after its month. */
const BILLED_DAYS = `
SELECT min(day) AS first, max(day) AS last FROM (
  SELECT coalesce(i.invoice_date, (r.month + interval '1 month')::date) AS day
  FROM billing_invoices i JOIN billing_runs r ON r.id = i.run_id WHERE r.id = $1) d`;

/** Mails each owner what their cost centers are charged; who has left, or is not known, gets nothing. */
export const emailOwners: FinalizeOption = async ({ db, outbox, config }, run) => {
  const statements = await readStatements(db, run.id);
  const { rows } = await db.query<BilledDays>({ text: BILLED_DAYS, values: [run.id] });
  const days = rows[0] ?? { first: null, last: null };
  const corrects = (await correctedBy(db, run.id)).length > 0;
  return async (tx) => {
    let mailed = 0;
    for (const statement of statements) {
      const { owner_email: to, sent } = statement;
      if (!sent || to === null) continue;
      await outbox.put(tx, {
        to,
        subject: `Cloud costs of ${monthOf(run)}${corrects ? ', corrected' : ''}`,
        text: statementText(statement, { month: monthOf(run), days, corrects }, config),
        files: [],
        createdBy: run.by.email,
        requestId: run.requestId,
      });
      mailed += 1;
    }
    return { state: 'done', note: noteOf(mailed, statements) };
  };
};

function noteOf(mailed: number, statements: readonly Statement[]): string {
  const left = statements.filter(({ sent }) => !sent).map(({ why }) => why ?? '');
  return [`${mailed} ${mailed === 1 ? 'owner' : 'owners'} mailed.`, ...left].join(' ');
}
