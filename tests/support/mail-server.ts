import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as the server took it. */
export interface TakenMail {
  to: string[];
  from: string;
  /** The whole message as it came. */
  source: string;
  messageId: string;
  subject: string;
}

/** What the server does with the next mail; `take` by default. */
export type Manner =
  | 'take'
  /** Answers 550 to the recipient. */
  | 'refuse'
  /** Answers 451 to the recipient: try again later. */
  | 'busy'
  /** Goes away in the middle of the message. */
  | 'die in the message'
  /** Takes the whole message, keeps it, and goes away instead of saying so. */
  | 'die after the message'
  /** Says that it took the message two seconds after it has. */
  | 'slow'
  /** Takes the whole message, keeps it, and never says so. */
  | 'say nothing'
  /** Takes the whole message, and answers what is no answer of SMTP. */
  | 'garbage'
  | 'garbage with a 2'
  /** Takes the whole message, and answers what SMTP has for another moment. */
  | 'answer out of turn';

export interface MailServer {
  /** As SMTP_URL takes it. */
  url: string;
  /** Every mail it took, in order. */
  taken: TakenMail[];
  /** How often somebody began to hand a mail over. */
  attempts: number;
  /** What it does from now on, mail by mail; the last one stays. */
  behave: (...manners: Manner[]) => void;
  close: () => Promise<void>;
}

const SLOWNESS_MS = 2000;

const headerOf = (source: string, name: string): string =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(source)?.[1]?.trim() ?? '';

/** A real mail server on a port of this machine. */
export async function startMailServer(port = 0): Promise<MailServer> {
  let manners: Manner[] = ['take'];
  const next = (): Manner => (manners.length > 1 ? manners.shift() : manners[0]) ?? 'take';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onRcptTo(_address, session, answer) {
      mail.attempts += 1;
      const manner = next();
      Object.assign(session, { manner });
      if (manner === 'refuse') answer(failure(550, 'no such mailbox here'));
      else if (manner === 'busy') answer(failure(451, 'please come back later'));
      else answer();
    },
    onData(stream, session, answer) {
      const { manner } = session as typeof session & { manner: Manner };
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (manner === 'die in the message') cut();
      });
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8');
        mail.taken.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          source,
          messageId: headerOf(source, 'Message-ID'),
          subject: headerOf(source, 'Subject'),
        });
        if (manner === 'die after the message') cut();
        else if (manner === 'slow') setTimeout(() => answer(null, 'taken at last'), SLOWNESS_MS);
        else if (manner === 'garbage') say(session.id, '\u0000\u001b[31m99999 bottles\r\n');
        else if (manner === 'garbage with a 2') say(session.id, '2 bottles\r\n');
        else if (manner === 'answer out of turn') say(session.id, '354 go ahead\r\n');
        else if (manner !== 'say nothing') answer(null, 'taken');
      });
    },
  });
  // A client that goes away is part of the tests.
  server.on('error', () => undefined);
  const say = (id: string, line: string) => {
    for (const connection of server.connections)
      if (connection.id === id) connection._socket?.write(line, 'latin1');
  };
  const cut = () => {
    for (const connection of server.connections) connection._socket?.destroy();
  };
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken: [],
    attempts: 0,
    behave: (...given) => {
      manners = given;
    },
    close: () => new Promise((done) => server.close(done)),
  };
  return mail;
}

function failure(responseCode: number, sentence: string): Error {
  return Object.assign(new Error(sentence), { responseCode });
}
