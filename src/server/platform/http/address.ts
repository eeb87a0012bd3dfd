import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { errorCode, StartError } from '../base/start-error.ts';

/** A port that is free now; for PORT=0, whose address must be known before the routes are made. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenProblem(host, 0, error)));
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}

/**
 * Starts to take requests, and logs the address that people use.
 * @throws {StartError} when the port is in use or may not be used, or the host is none of this machine's.
 */
export async function listen(app: FastifyInstance, { host, port, publicUrl }: Config): Promise<void> {
  try {
    await app.listen({ host, port, listenTextResolver: () => `ready at ${publicUrl}` });
  } catch (error) {
    throw listenProblem(host, port, error);
  }
}

function listenProblem(host: string, port: number, error: unknown): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another one.`,
      );
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}. Set PORT to 1024 or higher.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(`HOST ${host} is no address of this machine. Set it to one, such as 127.0.0.1.`);
    default:
      return error;
  }
}
