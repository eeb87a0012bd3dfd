/**
 * The least that answers the same requests from the same database: `node:http` and `pg`, without sign-in,
 * checks, logs or headers. Its own process, so that it has a core to itself as the portal has.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Statement } from '#server/platform/database/database.ts';

/** A statement that a body's values go into: field → its place among the parameters. */
export interface FilledStatement extends Statement {
  values: unknown[];
  places: Record<string, number>;
  /** The place of the request's id. */
  requestId: number;
}

export interface BarePlan {
  connectionString: string;
  poolSize: number;
  /** GET path → the statement whose column `body` is the answer. */
  lists: Record<string, Statement>;
  /** POST and PUT path, the last part of which may be an id → the statement whose column `row` is the answer. */
  writes: Record<string, FilledStatement>;
}

const plan = JSON.parse(process.env['BARE_PLAN'] ?? '') as BarePlan;
const pool = new pg.Pool({ connectionString: plan.connectionString, max: plan.poolSize });

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

async function write(request: IncomingMessage, path: string): Promise<string> {
  const body = await bodyOf(request);
  const id = /\/(\d+)$/.exec(path)?.[1];
  const statement = plan.writes[id ? path.slice(0, -id.length) : path];
  if (!statement) throw new Error(`Nothing is planned for ${path}.`);
  const { name, text, places, requestId } = statement;
  const values = [...statement.values];
  if (id) values[0] = Number(id);
  for (const [field, place] of Object.entries(places)) values[place] = body[field];
  values[requestId] = randomUUID();
  const { rows } = await pool.query<{ row: string }>({ name, text, values });
  return `{"data":${rows[0]?.row}}`;
}

async function answer(request: IncomingMessage): Promise<string> {
  const url = request.url ?? '';
  if (request.method !== 'GET') return write(request, url);
  const list = plan.lists[url];
  if (!list) throw new Error(`Nothing is planned for ${url}.`);
  const { rows } = await pool.query<{ body: string }>(list);
  return rows[0]?.body ?? '';
}

const server = createServer((request, response) => {
  answer(request).then(
    (body) => {
      response.writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      });
      response.end(body);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ ready: `http://127.0.0.1:${port}` });
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
