import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { listMails, mailAttachment, readMail, sendMailAgain, type MailSort } from '#calls/work.ts';
import { notFound } from '#kernel/errors.ts';
import { MAIL_STATES, type Mail, type MailState } from '#kernel/work.ts';
import { openDoor } from '#server/engine/door.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Actor } from '#server/platform/base/actor.ts';
import { withoutCredentials } from '#server/platform/base/credentials.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { readFile, type StoredFile } from '#server/platform/files/store.ts';
import { serve, serveChange, serveFile, serveWhole } from '#server/platform/http/serve.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { workList } from '#server/platform/jobs/work-list.ts';
import { MAIL_COLUMNS, type MailRow, type Outbox } from '#server/platform/mail/outbox.ts';
import { workVisibleTo } from '#server/policies/own-work.ts';
import { guardSending, refusedMails } from './guard-sending.ts';

interface OutboxParts {
  db: Database;
  queue: Queue;
  jobs: Jobs;
  outbox: Outbox;
  services: EngineServices;
}

type MailWithFiles = MailRow & { attachments: StoredFile[] };

const SELECT = `SELECT ${MAIL_COLUMNS}, coalesce((
    SELECT json_agg(json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type, 'size', f.size)
      ORDER BY a.position)
    FROM outbox_attachments a JOIN files f ON f.id = a.file_id WHERE a.mail_id = outbox.id), '[]') AS attachments
  FROM outbox`;

const list = workList<MailWithFiles, MailState, MailSort>({
  table: 'outbox',
  select: SELECT,
  states: MAIL_STATES,
  sorted: {
    id: 'id',
    to: 'recipient',
    subject: 'subject',
    state: 'state',
    created_by: 'created_by',
    created_at: 'created_at',
    sent_at: 'sent_at',
  },
  order: 'id DESC',
  searched: ['recipient', 'subject'],
});

/**
 * The text of a mail as somebody reads it. A link with a credential is its recipient’s alone: whoever opened that of somebody else would
 * answer in their name. Without a mail server nothing leaves by itself, and who sees the mail hands it on.
 */
const textFor = ({ recipient, body_text: text, state }: MailRow, { email }: Actor): string =>
  state === 'kept' || recipient.toLowerCase() === email ? text : withoutCredentials(text, '…');

function present(mail: MailWithFiles, actor: Actor, may_send_again: boolean): Mail {
  const { id, message_id, recipient: to, subject, state, attempts, last_error } = mail;
  const { attachments, created_by, request_id, created_at, sent_at, next_try } = mail;
  const content = { id, message_id, to, subject, text: textFor(mail, actor), attachments };
  const stamps = { created_by, request_id, created_at, sent_at };
  return { ...content, state, attempts, last_error, next_try, ...stamps, may_send_again };
}

/** Reading outgoing mail and sending it again. People see the mails of their own requests, operators all of them. */
export async function registerOutbox(app: FastifyInstance, parts: OutboxParts): Promise<void> {
  const { db, queue, outbox, services } = parts;
  const find = async (runner: Runner, id: number, actor: Actor): Promise<MailWithFiles> => {
    const { rows } = await runner.query<MailWithFiles>({
      text: `${SELECT} WHERE id = $1 AND created_by = coalesce($2, created_by)`,
      values: [id, workVisibleTo(actor)],
    });
    if (!rows[0]) throw notFound(`Mail ${id}`);
    return rows[0];
  };

  await app.register(async (scope) => {
    const door = openDoor(scope, services);
    serveWhole(door, listMails, async ({ query, actor, request }) => {
      const { rows, meta } = await list.read(db, query, workVisibleTo(actor));
      const refused = await refusedMails(parts, request, rows);
      const data = rows.map((mail) => present(mail, actor, !refused.has(mail.id)));
      return { data, meta: { ...meta, mail_server: outbox.hasServer } };
    });

    serve(door, readMail, async ({ params: { id }, actor, request }) => {
      const mail = await find(db, id, actor);
      const refused = await refusedMails(parts, request, [mail]);
      return present(mail, actor, !refused.has(mail.id));
    });

    serveFile(door, mailAttachment, async ({ params: { id, file: wanted }, actor }, reply) => {
      const { attachments } = await find(db, id, actor);
      const file = attachments.find((one) => one.id === wanted);
      if (!file) throw notFound('The attachment');
      return asDownload(reply, file.name, file.content_type)
        .header('content-length', file.size)
        .send(Readable.from(readFile(db, file.id), { objectMode: false }));
    });

    serveChange(
      door,
      sendMailAgain,
      async (tx, { params: { id }, actor }) => {
        const { attachments } = await find(tx, id, actor);
        const again = await outbox.sendAgain(tx, id);
        if (!again) throw notFound('The mail');
        return present({ ...again, attachments }, actor, true);
      },
      async (change, { params: { id }, actor, request }) => {
        await guardSending(parts, request, await find(db, id, actor));
        await queue.ready();
        const reply = await change();
        outbox.wake();
        return reply;
      },
    );
  });
}
