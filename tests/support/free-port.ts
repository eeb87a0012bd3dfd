import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { holdPort } from '#server/platform/http/address.ts';

const HOST = '127.0.0.1';
const TRIES = 5;

/** What a server says that finds its port taken: Node's own code, or the portal's sentence. */
const TAKEN = /EADDRINUSE|Port \d+ on \S+ is in use/;

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const { port, release } = await holdPort(HOST);
  await release();
  return port;
}

/**
 * Starts what must know its port before it listens. Where somebody takes the port between the look and the start, it is
 * started on another one.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1)
    try {
      return await start(await freePort());
    } catch (error) {
      if (left === 0 || !TAKEN.test(String(error))) throw error;
    }
}

/** A port on which nobody listens and, until the test ends, nobody can: it is the near end of a connection. */
export async function refusingPort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, HOST);
  await once(socket, 'connect');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return socket.localPort ?? 0;
}
