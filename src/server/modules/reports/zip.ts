import { PassThrough, Readable } from 'node:stream';
import yazl from 'yazl';
import type { ReportFile } from './served.ts';

export const ZIP_TYPE = 'application/zip';

/**
 * The files in a zip, one after the other as it is read, in a memory that does not grow with them.
 * @param onRows called with how many rows of a file were read so far
 */
export function zipped(files: readonly ReportFile[], onRows: (file: string, rows: number) => void): Readable {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  // Files may fail before anybody reads; who reads then gets the error.
  output.on('error', () => undefined);
  zip.on('error', fail);
  for (const { name, content } of files)
    zip.addReadStreamLazy(name, (give) => {
      const source = Readable.from(
        content((rows) => onRows(name, rows)),
        { objectMode: false },
      );
      source.on('error', fail);
      give(null, source);
    });
  zip.end();
  zip.outputStream.on('error', fail);
  zip.outputStream.pipe(output);
  return output;
}
