import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { Refusal } from '#kernel/errors.ts';
import type { MailState } from '#kernel/work.ts';
import type { Config } from '../config/config.ts';
import type { Queue } from '../jobs/queue.ts';

/** Under this name the queue delivers mails. */
export const MAIL = 'mail';

export interface NewMail {
  /** One address, checked. */
  to: string;
  subject: string;
  text: string;
  html?: string | null;
  /** Ids of complete files. */
  files: readonly string[];
  /** The page where the recipient can say that they want no more of the kind. */
  unsubscribe?: string;
  createdBy: string;
  requestId: string;
}

/** A mail as it is kept. */
export interface MailRow {
  id: number;
  message_id: string;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  unsubscribe: string | null;
  state: MailState;
  attempts: number;
  last_error: string | null;
  next_try: string | null;
  handed_over_at: string | null;
  created_by: string;
  request_id: string;
  created_at: string;
  sent_at: string | null;
}

export const MAIL_COLUMNS = `id, message_id, recipient, subject, body_text, body_html, unsubscribe, state, attempts,
  last_error, next_try, handed_over_at, created_by, request_id, created_at, sent_at`;

/** Characters that end a header line or a recipient. */
const UNSAFE = /[\p{Cc}<>,;]/u;

/** How a mail begins that greets whom it goes to: by name, where that is known. */
export const GREETING = 'Hello,';

/** Finds the name of whoever has an address; null where it is not known. */
type NameOf = (tx: PoolClient, email: string) => Promise<string | null>;

/** The way out for mail: what is put here leaves once the transaction is committed, or is kept to be read. */
export class Outbox {
  readonly #queue: Queue;
  readonly #domain: string;
  readonly #nameOf: NameOf;
  /** Whether a mail server is configured. */
  readonly hasServer: boolean;

  constructor(queue: Queue, { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>, nameOf: NameOf) {
    this.#queue = queue;
    this.#nameOf = nameOf;
    this.hasServer = smtpUrl !== null;
    this.#domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1);
  }

  /** Puts a mail into the outbox, in the caller's transaction; answers its id. */
  async put(tx: PoolClient, mail: NewMail): Promise<number> {
    if (UNSAFE.test(mail.to) || /\p{Cc}/u.test(mail.subject))
      throw new Error('A mail has an address or a subject that is none.');
    const { rows } = await tx.query<{ id: number }>(
      `INSERT INTO outbox (message_id, recipient, subject, body_text, body_html, state, created_by, request_id, unsubscribe)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
      [
        `<${randomUUID()}@${this.#domain}>`,
        mail.to,
        mail.subject,
        await this.#greeted(tx, mail),
        mail.html ?? null,
        this.hasServer ? 'queued' : 'kept',
        mail.createdBy,
        mail.requestId,
        mail.unsubscribe ?? null,
      ],
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('The mail was not kept.');
    await tx.query(
      `INSERT INTO outbox_attachments (mail_id, position, file_id)
       SELECT $1, ordinality, file FROM unnest($2::uuid[]) WITH ORDINALITY AS given(file, ordinality)`,
      [id, mail.files],
    );
    if (this.hasServer) await this.#queueUp(tx, id);
    return id;
  }

  async #greeted(tx: PoolClient, { to, text }: NewMail): Promise<string> {
    if (!text.startsWith(GREETING)) return text;
    // What somebody typed as a name is no second line of the mail.
    const name = (await this.#nameOf(tx, to))?.replaceAll(/\p{Cc}+/gu, ' ').trim();
    return name ? `Hello ${name},${text.slice(GREETING.length)}` : text;
  }

  /**
   * Sends a mail that failed, was kept, or waits for its next try, as soon as possible.
   * @throws {Refusal} 409 for one that was sent or is being sent, or without a mail server
   */
  async sendAgain(tx: PoolClient, id: number): Promise<MailRow | null> {
    const { rows } = await tx.query<MailRow>(`SELECT ${MAIL_COLUMNS} FROM outbox WHERE id = $1 FOR UPDATE`, [
      id,
    ]);
    const mail = rows[0];
    if (!mail) return null;
    if (mail.state === 'sent') throw new Refusal(409, 'This mail was sent already.');
    if (mail.state === 'sending') throw new Refusal(409, 'This mail is being sent at this moment.');
    if (!this.hasServer)
      throw new Refusal(
        409,
        'No mail server is configured. Set SMTP_URL, start the portal again, then send it.',
      );
    await tx.query(
      `UPDATE outbox SET state = 'queued', attempts = 0, next_try = NULL, handed_over_at = NULL WHERE id = $1`,
      [id],
    );
    await this.#queueUp(tx, id);
    const { rows: changed } = await tx.query<MailRow>(`SELECT ${MAIL_COLUMNS} FROM outbox WHERE id = $1`, [
      id,
    ]);
    return changed[0] ?? null;
  }

  /** Lets this process look for mail to send at once; for after the commit. */
  wake(): void {
    this.#queue.wake(MAIL);
  }

  async #queueUp(tx: PoolClient, id: number): Promise<void> {
    const ticket = await this.#queue.send(tx, MAIL, { mail: id });
    await tx.query('UPDATE outbox SET ticket = $2 WHERE id = $1', [id, ticket]);
  }
}
