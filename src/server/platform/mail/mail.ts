import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { refuseInTransaction } from '../database/open-transaction.ts';

export interface Attachment {
  name: string;
  contentType: string;
  content: () => AsyncIterable<Buffer>;
}

/** A mail with one recipient. */
export interface Message {
  /** With angle brackets. */
  messageId: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string | null;
  /** The page where the recipient can say that they want no more of the kind; null where there is none. */
  unsubscribe: string | null;
  date: Date;
  attachments: readonly Attachment[];
}

/**
 * A mail that was not sent. `temporary`: it may work later. `uncertain`: all of the mail was sent, and the server
 * neither took nor refused it by an answer of SMTP: it may or may not have taken it.
 */
export class MailFailure extends Error {
  readonly kind: 'temporary' | 'permanent' | 'uncertain';

  constructor(kind: MailFailure['kind'], sentence: string, cause?: unknown) {
    super(sentence, { cause });
    this.kind = kind;
  }
}

const CONNECT_MS = 10_000;
const GREETING_MS = 15_000;
/** The longest silence of a server that has greeted; mail servers may scan a mail before they answer. */
const SILENCE_MS = 60_000;
/** The answer of a server is shown to people. */
const LONGEST_ANSWER = 300;
const CLOSE_MS = 1000;
/** A server that goes away while the mail is on its way is noticed in this time, before the mail is complete. */
const LAST_LOOK_MS = 50;

/**
 * Sends a mail by SMTP, within times that the address may set (`smtp://host?socketTimeout=30000`), and returns the answer of the server when it took it. `onHandOver` is called when all but the end
 * of the mail was sent; the end follows when it has resolved, and the mail is withdrawn when it fails.
 * @throws {MailFailure}
 */
export async function sendMail(
  smtpUrl: string,
  message: Message,
  onHandOver: () => Promise<void>,
  signal: AbortSignal,
): Promise<string> {
  refuseInTransaction('The mail server');
  const options = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    socketCloseTimeout: CLOSE_MS,
    ...options,
  });
  let isComplete = false;
  let lost: Error | null = null;
  try {
    return await new Promise<string>((done, fail) => {
      const stop = (error: Error) => {
        lost ??= error;
        fail(error);
      };
      connection.on('error', stop);
      connection.once('end', () => stop(new Error('The mail server closed the connection.')));
      const end = () => {
        if (!isComplete) stop(new Error('The portal is ending.'));
      };
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
      const content = Readable.from(
        withheldEnd(message, async () => {
          await onHandOver();
          await new Promise((next) => setTimeout(next, LAST_LOOK_MS));
          if (lost) throw lost;
          isComplete = true;
        }),
        { objectMode: false },
      );
      const submit = () =>
        connection.send({ from: message.from, to: [message.to] }, content, (error, info) => {
          const response = info?.response ?? '';
          if (error) stop(error);
          else if (/^2\d\d\b/.test(response)) done(readable(response));
          else stop(new Error(response));
        });
      connection.connect((refused) => {
        if (refused) stop(refused);
        else if (options.auth && connection.allowsAuth)
          connection.login(options.auth, (denied) => (denied ? stop(denied) : submit()));
        else submit();
      });
    });
  } catch (error) {
    throw failureOf(error, isComplete);
  } finally {
    connection.close();
  }
}

/**
 * How a recipient gets no more of a mail: by the page of the link, which asks first, or by one POST to it, which a program of mail sends
 * for them (RFC 8058). That needs HTTPS.
 */
const leavingBy = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  ...(link.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
});

/** The mail as bytes; its last portion comes when `beforeEnd` has resolved. */
async function* withheldEnd(message: Message, beforeEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  const { messageId, from, to, subject, text, html, unsubscribe, date, attachments } = message;
  const mime = new MailComposer({
    messageId,
    from: { name: 'Skyledger', address: from },
    to: { name: '', address: to },
    subject,
    text,
    html: html ?? undefined,
    date,
    // The portal wants no absence notices.
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribe !== null && leavingBy(unsubscribe)),
    },
    attachments: attachments.map(({ name, contentType, content }) => ({
      filename: name,
      contentType,
      content: Readable.from(content()),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  yield* mime.createReadStream() as AsyncIterable<Buffer>;
  await beforeEnd();
}

function failureOf(error: unknown, isComplete: boolean): MailFailure {
  const { responseCode, code, response, message } = error as {
    responseCode?: number;
    code?: string;
    response?: string;
    message: string;
  };
  const reply = readable(response ?? message);
  if (responseCode !== undefined && responseCode >= 400 && responseCode < 600) {
    // A wrong password is mended in the settings, after which the mail can leave.
    const isFinal = responseCode >= 500 && code !== 'EAUTH';
    return new MailFailure(
      isFinal ? 'permanent' : 'temporary',
      `The mail server refused it: ${reply}`,
      error,
    );
  }
  if (isComplete) {
    const sentence = `The mail server was sent all of this mail and did not confirm it (${reply}). It may have arrived; send it again if it did not.`;
    return new MailFailure('uncertain', sentence, error);
  }
  return new MailFailure('temporary', `It did not reach the mail server: ${reply}`, error);
}

/** The answer of a server, whatever it sent, as a line for people. */
const readable = (reply: string): string => reply.replaceAll(/\p{Cc}+/gu, ' ').slice(0, LONGEST_ANSWER);
