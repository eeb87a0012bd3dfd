import { pipeline, Readable, Transform } from 'node:stream';
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
    if (payload instanceof Readable) return pipeline(payload, withHeader(wanted, other), () => undefined);
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

/** Lets a file through that begins with this header. */
function withHeader(header: Buffer, other: () => Error): Transform {
  let start: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      if (!start) return done(null, part);
      start = Buffer.concat([start, part]);
      if (start.length <= MARK.length + header.length) return done(null, part);
      const isRight = begins(start, header);
      start = null;
      done(isRight ? null : other(), part);
    },
    flush: (done) => done(start && !begins(start, header) ? other() : null),
  });
}

/** An answer of more bytes is not looked at: it would have to be held whole. */
const MOST_HELD = 5_000_000;

/**
 * A streamed text that is looked at as a whole once it has come, unless it is too large. It breaks off where `check` throws.
 */
export function checkedStream(text: Readable, check: (text: string) => void): Readable {
  let parts: Buffer[] | null = [];
  let size = 0;
  const look = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      if (size > MOST_HELD) parts = null;
      parts?.push(part);
      done(null, part);
    },
    flush(done) {
      try {
        if (parts) check(Buffer.concat(parts).toString());
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  return pipeline(text, look, () => undefined);
}
