import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { holdPort } from './address.ts';

const listenOn = async (port: number): Promise<void> => {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((listening, failed) =>
    server.once('error', failed).listen(port, '127.0.0.1', listening),
  );
};

it('a port for PORT=0 is nobody else’s while the portal starts, and can be listened on then', async () => {
  const { port, release } = await holdPort('127.0.0.1');
  // Linux hands out ports from here on, other systems higher ones.
  expect(port).toBeLessThan(32_768);
  await expect(listenOn(port)).rejects.toThrow('EADDRINUSE');
  await release();
  await expect(listenOn(port)).resolves.toBeUndefined();
});

it('a host that is none of this machine is named', async () => {
  await expect(holdPort('192.0.2.1')).rejects.toThrow('HOST 192.0.2.1 is no address of this machine.');
});
