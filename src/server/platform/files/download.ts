import { create } from 'content-disposition';
import type { FastifyReply } from 'fastify';

/** Characters that would lead elsewhere or break a line where the file is saved, and those that are no text. */
const UNSAFE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069/\\]/gu;

/**
 * Says of an answer that it is a file to keep, under a name of any script: `filename` for readers that know
 * ASCII alone, and `filename*` (RFC 6266) where the name has more.
 * @param contentType with its charset where it is text
 */
export function asDownload(reply: FastifyReply, name: string, contentType: string): FastifyReply {
  const safe = name.toWellFormed().replaceAll(UNSAFE, '_');
  return reply.type(contentType).header('content-disposition', create(safe || 'download'));
}
