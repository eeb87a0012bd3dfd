import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a server answers. */
export interface ServerAnswer {
  status: number;
  /** Sent as JSON; a text is sent as it is. */
  body?: object | string;
  headers?: Record<string, string>;
}

/** A server in the place of a service of Microsoft: it gives tokens, and answers every other request as a test wants it. */
export async function answeringServer(answer: (path: string, body: string) => ServerAnswer) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const isToken = path.endsWith('/oauth2/v2.0/token');
      if (!isToken) requests.push(`${request.method} ${path}`);
      const answered = isToken
        ? { status: 200, body: { access_token: 'a-token', expires_in: 3600 }, headers: {} }
        : { body: '', headers: {}, ...answer(path, body) };
      response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers });
      response.end(typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const credentials = { tenantId: 'tenant', clientId: 'client', clientSecret: 'no secret' };
  return {
    access: { kind: 'simulator' as const, url: `http://127.0.0.1:${port}`, ...credentials },
    requests,
  };
}
