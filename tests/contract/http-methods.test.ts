import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { withDatabase } from '#tests/support/database.ts';
import { startPortal } from '#tests/support/saml-portal.ts';

const database = withDatabase();

it.each(['TRACE', 'TRACK', 'CONNECT'])('%s tells nobody what they sent', async (method) => {
  const portal = await startPortal(database.db);
  try {
    const { hostname, port, host } = new URL(portal.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    let answer = '';
    socket.on('data', (part: Buffer) => (answer += part.toString('latin1')));
    const target = method === 'CONNECT' ? host : '/api/departments';
    socket.write(
      `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\naccess-token: nobody-sees-this\r\nConnection: close\r\n\r\n`,
    );
    await once(socket, 'close');
    expect(answer).not.toContain('nobody-sees-this');
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
    expect((await fetch(`${portal.url}/readyz`)).status).toBe(200);
  } finally {
    await portal.close();
  }
});
