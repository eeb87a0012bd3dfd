import { createServer, request as send, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request as it was sent, and what was answered. */
export interface Exchange {
  method: string;
  /** Decoded only where the definition is held against it. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
  answerHeaders: IncomingHttpHeaders;
  answer: string;
}

/** A proxy before a simulator. */
export interface Recorder {
  /** Without a slash at the end; it takes the place of the simulator. */
  url: string;
  exchanges: Exchange[];
}

/** Lets everything through to a simulator as it is, and keeps it. It ends with the test. */
export async function recorderBefore(target: string): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  let url = '';
  const server = createServer((request, response) => {
    const pass = async () => {
      const body = await buffer(request);
      const { method = 'GET', url: asked = '/', headers } = request;
      const passed = send(`${target}${asked}`, { method, headers, agent: false });
      const answered = new Promise<void>((resolve, reject) => {
        passed.once('error', reject).once('response', (from) => {
          buffer(from).then((bytes) => {
            // Pages lead on through here, too.
            const leading = (text: string) => text.replaceAll(target, url);
            const { link, ...others } = from.headers;
            const answerHeaders = { ...others, ...(link !== undefined && { link: leading(String(link)) }) };
            const answer = leading(bytes.toString());
            const [path = '/', query = ''] = asked.split('?', 2);
            const status = from.statusCode ?? 0;
            const sent = { method, path, query: new URLSearchParams(query), headers, body: body.toString() };
            exchanges.push({ ...sent, status, answerHeaders, answer });
            response.writeHead(status, withoutTransport(answerHeaders));
            response.end(bytes.includes(target) ? answer : bytes);
            resolve();
          }, reject);
        });
      });
      passed.end(body);
      await answered;
    };
    // The simulator broke the connection: so does the proxy.
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return { url, exchanges };
}

/** What is of the connection alone; Node finds it anew. */
function withoutTransport(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    'content-length': _length,
    'transfer-encoding': _encoding,
    connection: _connection,
    ...kept
  } = headers;
  return kept;
}
