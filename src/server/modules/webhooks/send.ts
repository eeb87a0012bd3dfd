import http from 'node:http';
import https from 'node:https';
import type { OutgoingAddresses } from '#server/platform/base/outgoing-addresses.ts';
import { refuseInTransaction } from '#server/platform/database/open-transaction.ts';

const TIMEOUT_MS = 15_000;
/** So many bytes of an answer are read; what comes after them is nobody's concern. */
const READ_BYTES = 4096;
const KEPT_CHARACTERS = 1000;

/** The answer of a receiver: its status code, and the beginning of its body. */
export interface Answered {
  status: number;
  text: string;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The receiver refuses connections.',
  ECONNRESET: 'The receiver has ended the connection.',
  EHOSTUNREACH: 'The receiver cannot be reached.',
  ENETUNREACH: 'The receiver cannot be reached.',
  ENOTFOUND: 'The name of the receiver is not known.',
  EAI_AGAIN: 'The name of the receiver cannot be looked up at the moment.',
};

/**
 * Posts a body: no redirect is followed, it takes fifteen seconds at most, and little of the answer is read. Where the
 * name leads is looked at as the connection is made.
 * @throws {Error} with a sentence for people
 */
export function post(
  url: string,
  body: string,
  {
    headers,
    addresses,
    signal,
  }: {
    headers: Record<string, string>;
    addresses: OutgoingAddresses;
    signal: AbortSignal;
  },
): Promise<Answered> {
  refuseInTransaction('A receiver of webhooks');
  const { request } = url.startsWith('https:') ? https : http;
  const late = AbortSignal.timeout(TIMEOUT_MS);
  return new Promise((resolve, reject) => {
    const fail = (error: Error & { code?: string }) => {
      if (late.aborted) reject(new Error(`The receiver did not answer within ${TIMEOUT_MS / 1000} seconds.`));
      else reject(new Error(SENTENCES[error.code ?? ''] ?? error.message));
    };
    const call = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: addresses.lookup,
        signal: AbortSignal.any([signal, late]),
        agent: false,
      },
      (response) => {
        const parts: Buffer[] = [];
        let length = 0;
        // The status is the answer: where the rest of it breaks off, what has come is enough.
        const done = () => resolve({ status: response.statusCode ?? 0, text: kept(Buffer.concat(parts)) });
        response.on('data', (part: Buffer) => {
          parts.push(part.subarray(0, READ_BYTES - length));
          length += part.length;
          if (length >= READ_BYTES) response.destroy();
        });
        response.on('error', () => undefined);
        response.on('close', done);
      },
    );
    call.on('error', fail);
    call.end(body);
  });
}

/** As the database can keep it. */
const kept = (bytes: Buffer): string =>
  bytes.toString('utf8').replaceAll('\u0000', '').slice(0, KEPT_CHARACTERS).toWellFormed().trim();
