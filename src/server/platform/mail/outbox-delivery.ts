import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { readFile, type StoredFile } from '../files/store.ts';
import type { Log } from '../log/log.ts';
import { type Attachment, MailFailure, sendMail } from './mail.ts';
import { MAIL, MAIL_COLUMNS, type MailRow } from './outbox.ts';
import type { Delivery, Queue } from '../jobs/queue.ts';

/** Mails at a time in one process. */
const CONCURRENCY = 2;
const LONGEST_PAUSE_SECONDS = 1800;
/** While the database is away, that a mail was sent is remembered and written down when it is back. */
const WRITE_DOWN_MS = 60_000;
const WRITE_DOWN_PAUSE_MS = 500;

/** Mails that were sent are forgotten after this time, with their files. */
const SENT_KEPT = '90 days';
/** So are mails that failed, and that were kept without a mail server: so long a person may send them again. */
const UNSENT_KEPT = '1 year';

const INTERRUPTED =
  'The portal ended while the mail server was taking this mail. It may have arrived; send it again if it did not.';

type DeliveryConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'mailRetrySeconds' | 'mailGiveUpSeconds'>;

/**
 * Lets this process send the mails of the outbox. No mail is ever sent twice by itself: an attempt is written down
 * before it begins, and once more just before the end of the mail is sent. One that was interrupted after that is
 * left to a person, since only the recipient knows whether it arrived.
 */
export function deliverOutbox(queue: Queue, db: Database, log: Log, config: DeliveryConfig): void {
  const { smtpUrl } = config;
  if (smtpUrl === null) return;
  const courier = new Courier(queue, db, log, { ...config, smtpUrl });
  queue.handle(MAIL, (delivery) => courier.deliver(delivery), { each: CONCURRENCY });
}

class Courier {
  readonly #queue: Queue;
  readonly #db: Database;
  readonly #log: Log;
  readonly #config: DeliveryConfig & { smtpUrl: string };

  constructor(queue: Queue, db: Database, log: Log, config: DeliveryConfig & { smtpUrl: string }) {
    this.#queue = queue;
    this.#db = db;
    this.#log = log;
    this.#config = config;
  }

  async deliver({ ticket, data, signal }: Delivery): Promise<void> {
    const claim = randomUUID();
    const mail = await this.#claim(Number(data['mail']), ticket, claim);
    if (!mail) return;
    const log = this.#log.child({ mail: mail.id, messageId: mail.message_id, requestId: mail.request_id });
    if (mail.handed_over_at !== null) {
      await this.#fail(mail.id, claim, INTERRUPTED);
      log.error('a mail was interrupted when it was handed over; it is not sent again by itself');
      return;
    }
    try {
      const message = {
        messageId: mail.message_id,
        from: this.#config.mailFrom,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        unsubscribe: mail.unsubscribe,
        date: new Date(mail.created_at),
        attachments: await this.#attachments(mail.id),
      };
      const response = await sendMail(
        this.#config.smtpUrl,
        message,
        () => this.#handOver(mail.id, claim),
        signal,
      );
      await this.#sent(mail.id, claim, response);
      log.info('a mail was sent');
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error;
      await this.#notSent(mail, claim, error, signal);
      log.warn({ kind: error.kind, reason: error.message }, 'a mail was not sent');
    }
  }

  /** Takes a mail for one attempt; null where it is sent, or another delivery is meant to send it. */
  async #claim(id: number, ticket: string, claim: string): Promise<MailRow | null> {
    const { rows } = await this.#db.query<MailRow>(
      `UPDATE outbox SET state = 'sending', claim = $3, attempts = attempts + 1, next_try = NULL
       WHERE id = $1 AND ticket = $2 AND state IN ('queued', 'sending') RETURNING ${MAIL_COLUMNS}`,
      [id, ticket, claim],
    );
    return rows[0] ?? null;
  }

  async #attachments(id: number): Promise<Attachment[]> {
    const { rows } = await this.#db.query<StoredFile>(
      `SELECT f.id, f.name, f.content_type, f.size FROM outbox_attachments a JOIN files f ON f.id = a.file_id
       WHERE a.mail_id = $1 ORDER BY a.position`,
      [id],
    );
    return rows.map((file) => ({
      name: file.name,
      contentType: file.content_type,
      content: () => readFile(this.#db, file.id),
    }));
  }

  /** From here on the server may take the mail. An attempt that was superseded must not go on. */
  async #handOver(id: number, claim: string): Promise<void> {
    const { rowCount } = await this.#db.query(
      `UPDATE outbox SET handed_over_at = now() WHERE id = $1 AND claim = $2 AND state = 'sending'`,
      [id, claim],
    );
    if (rowCount !== 1) throw new Error('Another attempt has taken this mail over.');
  }

  async #sent(id: number, claim: string, response: string): Promise<void> {
    const text = `UPDATE outbox SET state = 'sent', sent_at = now(), response = $3, last_error = NULL, claim = NULL
      WHERE id = $1 AND claim = $2`;
    const deadline = Date.now() + WRITE_DOWN_MS;
    for (;;) {
      try {
        await this.#db.query(text, [id, claim, response.slice(0, 1000)]);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await pause(WRITE_DOWN_PAUSE_MS);
      }
    }
  }

  /** Later again, at once where the portal ends, or not any more. */
  async #notSent(mail: MailRow, claim: string, failure: MailFailure, signal: AbortSignal): Promise<void> {
    const age = (Date.now() - Date.parse(mail.created_at)) / 1000;
    const isLate = age > this.#config.mailGiveUpSeconds && mail.attempts > 1;
    if (failure.kind !== 'temporary' || (isLate && !signal.aborted)) {
      await this.#fail(mail.id, claim, failure.message);
      return;
    }
    const wait = Math.min(LONGEST_PAUSE_SECONDS, this.#config.mailRetrySeconds * 2 ** (mail.attempts - 1));
    const seconds = signal.aborted ? 0 : wait;
    await this.#db.transaction(async (tx) => {
      const ticket = await this.#queue.send(tx, MAIL, { mail: mail.id }, seconds);
      await tx.query(
        `UPDATE outbox SET state = 'queued', ticket = $3, claim = NULL, handed_over_at = NULL, last_error = $4,
           next_try = now() + make_interval(secs => $5) WHERE id = $1 AND claim = $2`,
        [mail.id, claim, ticket, failure.message, seconds],
      );
    });
  }

  async #fail(id: number, claim: string, reason: string): Promise<void> {
    await this.#db.query(
      `UPDATE outbox SET state = 'failed', last_error = $3, claim = NULL WHERE id = $1 AND claim = $2`,
      [id, claim, reason],
    );
  }
}

/** Forgets mails that were sent long ago, and those of longer ago that were not. */
export async function removeOldMails(db: Database): Promise<void> {
  await db.query(`DELETE FROM outbox WHERE sent_at < now() - interval '${SENT_KEPT}'
    OR (state IN ('failed', 'kept') AND created_at < now() - interval '${UNSENT_KEPT}')`);
}
