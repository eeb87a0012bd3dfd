import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from './address.ts';

it('a port for PORT=0 can be listened on, and is none that others are given while the portal starts', async () => {
  const port = await freePort('127.0.0.1');
  // Linux hands out ports from here on, other systems higher ones.
  expect(port).toBeLessThan(32_768);
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((listening, failed) =>
    server.once('error', failed).listen(port, '127.0.0.1', listening),
  );
});

it('a host that is none of this machine is named', async () => {
  await expect(freePort('192.0.2.1')).rejects.toThrow('HOST 192.0.2.1 is no address of this machine.');
});
