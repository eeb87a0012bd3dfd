import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import { MAIL_STATES, type Mail, mailShape, type MailState, workJsonSchema } from '#kernel/work.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { askedBy, schemasOnlyTell } from '#server/platform/http/asked-by.ts';
import type { Database } from '#server/platform/database/database.ts';
import { answers, arrayOf, fileBody, integer, keyHeader, object } from '#server/platform/http/describe.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { readFile, type StoredFile } from '#server/platform/files/store.ts';
import { MAIL_COLUMNS, type MailRow, type Outbox } from '#server/platform/mail/outbox.ts';
import { noQuery } from '#server/platform/http/no-query.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { Queue } from '#server/platform/jobs/queue.ts';
import { workList } from '#server/platform/jobs/work-list.ts';
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

const tags = ['Outbox'];
const SELECT = `SELECT ${MAIL_COLUMNS}, coalesce((
    SELECT json_agg(json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type, 'size', f.size)
      ORDER BY a.position)
    FROM outbox_attachments a JOIN files f ON f.id = a.file_id WHERE a.mail_id = outbox.id), '[]') AS attachments
  FROM outbox`;

const list = workList<MailWithFiles, MailState>({
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

const id = { ...integer, minimum: 1, description: 'The id of the mail.' };
const mail = { $ref: 'mail#' };
const mailSchema = { $id: 'mail', title: 'Mail', ...workJsonSchema(mailShape) };

function present(mail: MailWithFiles, may_send_again: boolean): Mail {
  const { id, message_id, recipient: to, subject, body_text: text, state, attempts, last_error } = mail;
  const { attachments, created_by, request_id, created_at, sent_at, next_try } = mail;
  const content = { id, message_id, to, subject, text, attachments };
  const stamps = { created_by, request_id, created_at, sent_at };
  return { ...content, state, attempts, last_error, next_try, ...stamps, may_send_again };
}

/** Reading outgoing mail and sending it again. People see what they asked for, operators all of it. */
export async function registerOutbox(app: FastifyInstance, parts: OutboxParts): Promise<void> {
  const { db, queue, outbox, services } = parts;
  const find = async (request: FastifyRequest): Promise<MailWithFiles> => {
    noQuery(request);
    const { id } = request.params as { id: string };
    const { rows } = await db.query<MailWithFiles>(
      `${SELECT} WHERE id = $1 AND created_by = coalesce($2, created_by)`,
      [parseId(id), workVisibleTo(askedBy(request))],
    );
    if (!rows[0]) throw notFound(`Mail ${id.slice(0, 60)}`);
    return rows[0];
  };

  const presentAll = async (request: FastifyRequest, mails: readonly MailWithFiles[]) => {
    const refused = await refusedMails(parts, request, mails);
    return mails.map((mail) => present(mail, !refused.has(mail.id)));
  };

  app.addSchema(mailSchema);
  await app.register(async (scope) => {
    schemasOnlyTell(scope);
    scope.get(
      '/api/outbox',
      {
        schema: {
          tags,
          summary: 'List outgoing mail, the newest first',
          querystring: list.querystring,
          response: answers(
            200,
            'A page of them',
            object({ data: arrayOf(mail), meta: list.meta({ mail_server: { type: 'boolean' } }) }),
          ),
        },
      },
      async (request) => {
        const { rows, meta } = await list.read(db, request, workVisibleTo(askedBy(request)));
        const data = await presentAll(request, rows);
        return { data, meta: { ...meta, mail_server: outbox.hasServer } };
      },
    );

    scope.get(
      '/api/outbox/:id',
      {
        schema: {
          tags,
          summary: 'Read a mail',
          params: object({ id }),
          response: answers(200, 'The mail', object({ data: mail }), [404]),
        },
      },
      async (request) => ({ data: (await presentAll(request, [await find(request)]))[0] }),
    );

    scope.get(
      '/api/outbox/:id/attachments/:file',
      {
        schema: {
          tags,
          summary: 'Download what is attached to a mail',
          params: object({
            id,
            file: { type: 'string', format: 'uuid', description: 'The id of the file.' },
          }),
          response: answers(200, 'The file, of the type that the mail tells', fileBody, [404]),
        },
      },
      async (request, reply) => {
        const mail = await find(request);
        const { file: id } = request.params as { file: string };
        const file = mail.attachments.find((one) => one.id === id);
        if (!file) throw notFound('The attachment');
        return asDownload(reply, file.name, file.content_type)
          .header('content-length', file.size)
          .send(Readable.from(readFile(db, file.id), { objectMode: false }));
      },
    );

    scope.post(
      '/api/outbox/:id/send_again',
      {
        schema: {
          tags,
          summary: 'Send a mail that failed, was kept or waits',
          params: object({ id }),
          headers: keyHeader,
          response: answers(202, 'It waits', object({ data: mail }), [404, 409, 422]),
        },
      },
      async (request, reply) => {
        const mail = await find(request);
        await guardSending(parts, request, mail);
        await queue.ready();
        await services.once(request, reply, async (tx) => {
          const again = await outbox.sendAgain(tx, mail.id);
          if (!again) throw notFound('The mail');
          return { status: 202, body: { data: present({ ...again, attachments: mail.attachments }, true) } };
        });
        outbox.wake();
        return reply;
      },
    );
  });
}
