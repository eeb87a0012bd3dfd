import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as a receiver reads it. */
export interface HookBody {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A request that came, with its body as it came and as it reads. */
export interface TakenHook {
  id: string;
  headers: IncomingHttpHeaders;
  text: string;
  body: HookBody;
}

/** What is answered: a status, and where it matters more. `nothing`: the connection stays open and silent. */
export type HookAnswer =
  | number
  | 'nothing'
  | { status: number; headers?: Record<string, string>; text?: string };

export interface HookReceiver {
  url: string;
  /** Every request, in order. */
  taken: TakenHook[];
  /** What it answers from now on, request by request; the last one stays. */
  behave: (...answers: HookAnswer[]) => void;
  close: () => Promise<void>;
}

/** A server on a port of this machine that takes webhooks. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const taken: TakenHook[] = [];
  let answers: HookAnswer[] = [204];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const { headers } = request;
      taken.push({ id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) as HookBody });
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 204;
      if (answer === 'nothing') return;
      const {
        status,
        headers: more = {},
        text: told = '',
      } = typeof answer === 'number' ? { status: answer } : answer;
      response.writeHead(status, more).end(told);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    taken,
    behave: (...next) => {
      answers = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Whether somebody with this secret sent a request, as the Standard Webhooks specification has receivers find out. */
export function isSignedWith(secret: string, { id, headers, text }: TakenHook): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = createHmac('sha256', key)
    .update(`${id}.${String(headers['webhook-timestamp'])}.${text}`)
    .digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signed}`);
}
