import { PassThrough, type Readable } from 'node:stream';
import yazl from 'yazl';

/** One file in a ZIP archive, packed as it is read. What fails in `content` fails whoever reads the archive. */
export function packed(name: string, content: Readable): Readable {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  // It may fail before anybody reads; who reads then gets the error.
  output.on('error', () => undefined);
  zip.on('error', fail);
  content.on('error', fail);
  zip.addReadStream(content, name);
  zip.end();
  zip.outputStream.on('error', fail);
  zip.outputStream.pipe(output);
  return output;
}
