import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileCall } from '#calls/call.ts';
import { BYTE_ORDER_MARK, csvLines } from '../files/csv.ts';

/** A call with this type answers files of any. */
const ANY_TYPE = 'application/octet-stream';

/**
 * Holds a file against what its call declares, as it leaves: its media type, and of a CSV file the header. It is a hook of
 * a route before an answer is sent, and for tests.
 * @throws {Error} that names the call; where a stream begins with another header, it breaks off
 */
export const fileCheck = (call: FileCall) =>
  async function (_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    if (reply.statusCode !== (call.status ?? 200)) return payload;
    const wrong = (what: string) => new Error(`${call.method} ${call.path} answers ${what}.`);
    const [type = ''] = String(reply.getHeader('content-type')).split(';');
    if (call.file !== ANY_TYPE && type !== call.file)
      throw wrong(`a file of the type ${type} in place of ${call.file}`);
    if (!call.columns) return payload;
    const header = csvLines([call.columns]).trimEnd();
    const wanted = Buffer.from(header);
    const other = () => wrong(`a file without the header ${header}`);
    if (payload instanceof Readable)
      return Readable.from(withHeader(payload, wanted, other), { objectMode: false });
    if (!begins(Buffer.from(String(payload)), wanted)) throw other();
    return payload;
  };

const MARK = Buffer.from(BYTE_ORDER_MARK);

/** Whether a file begins with this header, behind the mark of its encoding where it has one. */
function begins(start: Buffer, header: Buffer): boolean {
  const from = start.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  const end = from + header.length;
  return start.subarray(from, end).equals(header) && '\r\n'.includes(String.fromCharCode(start[end] ?? 0));
}

async function* withHeader(
  file: Readable,
  header: Buffer,
  other: () => Error,
): AsyncGenerator<Buffer | string> {
  let start: Buffer | null = Buffer.alloc(0);
  for await (const part of file as AsyncIterable<Buffer | string>) {
    if (start) {
      start = Buffer.concat([start, typeof part === 'string' ? Buffer.from(part) : part]);
      if (start.length > MARK.length + header.length) {
        if (!begins(start, header)) throw other();
        start = null;
      }
    }
    yield part;
  }
  if (start && !begins(start, header)) throw other();
}
