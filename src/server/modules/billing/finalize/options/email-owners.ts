import { readStatements, type Statement } from '../statements.ts';
import { statementText } from '../statement-text.ts';
import { type FinalizeOption, monthOf } from './option.ts';

/** Mails each owner what their cost centers are charged; who has left, or is not known, gets nothing. */
export const emailOwners: FinalizeOption = async ({ db, outbox, config }, run) => {
  const statements = await readStatements(db, run.id);
  return async (tx) => {
    let mailed = 0;
    for (const statement of statements) {
      const { owner_email: to, sent } = statement;
      if (!sent || to === null) continue;
      await outbox.put(tx, {
        to,
        subject: `Cloud costs of ${monthOf(run)}`,
        text: statementText(statement, monthOf(run), config),
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
