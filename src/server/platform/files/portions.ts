import { pipeline, type Transform } from 'node:stream';
import { constants, createGunzip, createGzip } from 'node:zlib';

/** Large enough that few statements are needed, small enough that several fit in memory. */
const PORTION_BYTES = 256 * 1024;
/** Bytes that are packed or unpacked to at once. */
const PART = 64 * 1024;

/** The same bytes in portions of one size, but for the last. */
export async function* inPortions(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const part of content) {
    parts.push(part);
    length += part.length;
    if (length < PORTION_BYTES) continue;
    yield Buffer.concat(parts);
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** The bytes as a file of gzip. Only text shall be packed that is long: it is done as fast as can be. */
export const packing = (content: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  through(content, createGzip({ level: constants.Z_BEST_SPEED, chunkSize: PART }));

/** The bytes that `packing` packed. */
export const unpacking = (content: AsyncIterable<Buffer>): AsyncIterable<Buffer> =>
  through(content, createGunzip({ chunkSize: PART }));

function through(content: AsyncIterable<Buffer>, transform: Transform): AsyncIterable<Buffer> {
  // Who reads hears of what fails on either side.
  pipeline(content, transform, () => undefined);
  return transform;
}
