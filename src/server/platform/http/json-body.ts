import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MIMEType } from 'node:util';
import { parseChunked } from '@discoveryjs/json-ext';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { malformed, Refusal } from '#kernel/errors.ts';
import { JsonLimits } from './json-limits.ts';
import { errorCode } from '../base/start-error.ts';
import { Stretch } from '../base/stretch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 of a JSON body as it was sent; null where there was none. */
    bodyHash: Buffer | null;
    /** The file of a JSON body, where the route takes one and the body has its member as a text. */
    bodyFile: Uint8Array<ArrayBuffer> | null;
  }
  interface FastifyContextConfig {
    /** Characters of one text in the route's body, where fewer than the whole body may have. */
    longestText?: number;
    /** The member of the route's body, bare or within one other, that is a file in base64; the body has it as an empty text. */
    fileMember?: string;
  }
}

/** Characters that are parsed in one piece: in a few milliseconds. */
const AT_ONCE = 262_144;
/** The error code of a text decoder for bytes that are no text. */
const NO_UTF8 = 'ERR_ENCODING_INVALID_ENCODED_DATA';

/**
 * Bodies are JSON alone, in UTF-8, with no prototype keys, and no deeper and no more than anything that the portal
 * takes. A body is looked at and parsed part by part as it arrives: the largest one holds nobody else up, and one
 * that is refused was never kept.
 * @param atOnce characters up to which a body is parsed in one piece
 */
export function takeJson(app: FastifyInstance, atOnce = AT_ONCE): void {
  app.decorateRequest('bodyHash', null);
  app.decorateRequest('bodyFile', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    readJson(request, payload, atOnce),
  );
}

const tooLarge = () => new Refusal(413, 'The request is too large.');

async function readJson(request: FastifyRequest, payload: Readable, atOnce: number): Promise<unknown> {
  demandUtf8(request.headers['content-type'] ?? '');
  demandPlain(request.headers['content-encoding'] ?? 'identity');
  const { bodyLimit, config } = request.routeOptions;
  const limit = bodyLimit ?? request.server.initialConfig.bodyLimit ?? 0;
  if (Number(request.headers['content-length']) > limit) throw tooLarge();
  const body = new Body(payload, limit);
  const hash = createHash('sha256');
  const limits = new JsonLimits(config.longestText, config.fileMember);
  try {
    const parsed = await parse(textsOf(body, hash, limits), limits, atOnce);
    request.bodyHash = hash.digest();
    request.bodyFile = limits.file?.end() ?? null;
    return parsed;
  } catch (error) {
    // Who still sends would not read an answer.
    await body.rest();
    if (error instanceof Refusal) throw error;
    const refusal = malformed(
      errorCode(error) === NO_UTF8 ? 'The body is not valid UTF-8.' : 'The body is not valid JSON.',
    );
    // A parser that fails otherwise than it should is logged.
    if (errorCode(error) !== NO_UTF8 && !(error instanceof SyntaxError)) refusal.cause = error;
    throw refusal;
  }
}

async function* textsOf(body: Body, hash: Hash, limits: JsonLimits): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const stretch = new Stretch();
  for await (const bytes of body.parts()) {
    hash.update(bytes);
    const text = decoder.decode(bytes, { stream: true });
    const left = limits.push(text);
    if (left !== '') yield left;
    // A stream hands over all that it holds without letting anything else in between.
    if (stretch.isOver) await stretch.rest();
  }
  decoder.decode();
}

/** Parses a small body in one piece, and a large one in parts, which takes little longer. */
async function parse(texts: AsyncGenerator<string>, limits: JsonLimits, atOnce: number): Promise<unknown> {
  let head = '';
  for (let next = await texts.next(); !next.done; next = await texts.next()) {
    head += next.value;
    if (head.length <= atOnce) continue;
    return parseChunked(partsOf(head, texts, limits));
  }
  // Many clients send the header with every request, and no body with a DELETE.
  return head === '' ? undefined : JSON.parse(head);
}

/** Refuses text that the parser of parts would take for something else. */
async function* partsOf(
  head: string,
  rest: AsyncGenerator<string>,
  limits: JsonLimits,
): AsyncGenerator<string> {
  const check = () => {
    if (limits.numberedContainer)
      throw malformed('A field of which the name is a number cannot hold a list or an object.');
  };
  check();
  yield head;
  for await (const text of rest) {
    check();
    yield text;
  }
  if (limits.unfinished) throw new SyntaxError('The text ends too early.');
}

/** @throws {Refusal} 415 for text of another character set */
function demandUtf8(type: string): void {
  const charset = new MIMEType(type).params.get('charset') ?? 'utf-8';
  if (!/^utf-?8$/i.test(charset))
    throw new Refusal(
      415,
      `The character set ${charset.slice(0, 40)} is not taken here; send JSON in UTF-8.`,
    );
}

/** @throws {Refusal} 415 for what is packed */
function demandPlain(coding: string): void {
  if (!/^identity$/i.test(coding))
    throw new Refusal(
      415,
      `The content coding ${coding.slice(0, 40)} is not taken here; send JSON that is not packed.`,
    );
}

/** The bytes of a request, of which there may be so many. */
class Body {
  readonly #payload: Readable;
  readonly #limit: number;
  length = 0;

  constructor(payload: Readable, limit: number) {
    this.#payload = payload;
    this.#limit = limit;
  }

  /**
   * The bytes as they arrive; leaving the loop leaves the connection open.
   * @throws {Refusal} 413 beyond the limit; 400 where the connection breaks
   */
  async *parts(): AsyncGenerator<Buffer> {
    try {
      for await (const part of this.#payload.iterator({ destroyOnReturn: false })) {
        const bytes = part as Buffer;
        this.length += bytes.length;
        if (this.length > this.#limit) throw tooLarge();
        yield bytes;
      }
    } catch (error) {
      throw error instanceof Refusal ? error : malformed('The request broke off.');
    }
  }

  /** Throws the rest away as it arrives. */
  async rest(): Promise<void> {
    try {
      for await (const part of this.parts()) if (part.length === 0) break;
    } catch {
      // A body that is too long, or broke off, ends here as well.
    }
  }
}
