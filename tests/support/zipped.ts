import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

/** A ZIP archive with these files, by name, all of them with the same options. */
export async function zipped(
  files: Readonly<Record<string, string | Buffer>>,
  options: Partial<yazl.Options> = {},
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  return buffer(zip.outputStream);
}
