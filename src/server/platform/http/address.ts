import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { errorCode, StartError } from '../base/start-error.ts';

/**
 * Below the ports that systems hand out by themselves, from 32,768 or 49,152 on: between looking and listening nobody is
 * given it, neither a server that takes any port nor a connection.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const LOOKS = 100;

/** A port that is taken until it is released, so that nobody else is given it meanwhile. */
export interface HeldPort {
  port: number;
  /** Leaves the port to whoever listens next. */
  release: () => Promise<void>;
}

/**
 * Takes a port that is free; for PORT=0, whose address must be known before the routes are made.
 * @throws {StartError} where the host is none of this machine's, or no port is found
 */
export async function holdPort(host: string): Promise<HeldPort> {
  for (let look = 0; look < LOOKS; look += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const holder = await hold(host, port);
    if (holder) return { port, release: () => new Promise((resolve) => holder.close(() => resolve())) };
  }
  throw new StartError(
    `No free port was found from ${FIRST_PORT} to ${LAST_PORT}. Set PORT to one that is free.`,
  );
}

/** Listens on a port and answers nobody; null where it is taken. */
function hold(host: string, port: number): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const holder = createServer((socket) => socket.destroy());
    holder.once('error', (error) => {
      const isTaken = ['EADDRINUSE', 'EACCES'].includes(String(errorCode(error)));
      if (isTaken) resolve(null);
      else reject(listenProblem(host, port, error));
    });
    holder.listen(port, host, () => resolve(holder.unref()));
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
