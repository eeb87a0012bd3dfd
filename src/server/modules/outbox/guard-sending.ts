import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import type { MailRow } from '#server/platform/mail/outbox.ts';
import { can } from '#server/policies/roles.ts';

/** The jobs of the requests that mails belong to, enqueued no later than the mails were written. */
const WRITTEN_BY = `SELECT j.kind, j.input, json_agg(m.id) AS mails FROM outbox m JOIN jobs j USING (request_id)
  WHERE m.id = ANY ($1) AND j.created_at <= m.created_at GROUP BY j.id`;

type WrittenBy = Pick<JobRow, 'kind' | 'input'> & { mails: number[] };
type SentMail = Pick<MailRow, 'id' | 'recipient'>;

interface Parts {
  db: Database;
  jobs: Jobs;
}

/**
 * Why a person may not send some of these mails again, by their ids. Who may: whoever a mail goes to, or who may still
 * have the work done that wrote it. The requester may have lost the right since. A mail of no known job, such as the
 * link of a member, needs a right of its own.
 */
export async function refusedMails(
  { db, jobs }: Parts,
  request: FastifyRequest,
  mails: readonly SentMail[],
): Promise<Map<number, Refusal>> {
  const actor = actorOf(request);
  const others = mails.flatMap(({ id, recipient }) => (recipient.toLowerCase() === actor.email ? [] : [id]));
  const refused = new Map<number, Refusal>();
  if (others.length === 0) return refused;
  const { rows } = await db.query<WrittenBy>(WRITTEN_BY, [others]);
  for (const job of rows) {
    const refusal = await jobs.refusal(request, job);
    if (refusal) for (const id of job.mails) refused.set(id, refusal);
  }
  if (can(actor, 'mail_others_again')) return refused;
  const written = new Set(rows.flatMap((job) => job.mails));
  for (const id of others)
    if (!written.has(id))
      refused.set(
        id,
        new Refusal(
          403,
          'You have no right to send a mail to somebody else again. Ask an administrator for it.',
        ),
      );
  return refused;
}

/** Refuses who may not send a mail again. @throws {Refusal} 403 */
export async function guardSending(parts: Parts, request: FastifyRequest, mail: SentMail): Promise<void> {
  const refusal = (await refusedMails(parts, request, [mail])).get(mail.id);
  if (refusal) throw refusal;
}
