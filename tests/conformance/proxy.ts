import { once } from 'node:events';
import { createServer, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
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
      const given = await buffer(request);
      const { method = 'GET', url: asked = '/', headers } = request;
      const passed = send(`${target}${asked}`, { method, headers, agent: false });
      passed.end(given);
      const [from] = (await once(passed, 'response')) as [IncomingMessage];
      const bytes = await buffer(from);
      // Pages lead on through here, too.
      const leading = (text: string) => text.replaceAll(target, url);
      const answer = leading(bytes.toString());
      const { link, ...others } = from.headers;
      const answerHeaders = { ...others, ...(link !== undefined && { link: leading(String(link)) }) };
      const [path = '/', query = ''] = asked.split('?', 2);
      const status = from.statusCode ?? 0;
      const sent = { method, path, query: new URLSearchParams(query), headers, body: given.toString() };
      exchanges.push({ ...sent, status, answerHeaders, answer });
      const body = bytes.includes(target) ? Buffer.from(answer) : bytes;
      const length = body.length > 0 && { 'content-length': body.length };
      response.writeHead(status, { ...ofMessage(answerHeaders), ...length }).end(body);
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

/** Without what is of the connection alone. */
function ofMessage(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    'content-length': _length,
    'transfer-encoding': _encoding,
    connection: _connection,
    ...kept
  } = headers;
  return kept;
}
