import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { MarkupBounds } from './markup-bounds.ts';
import { UnreadableFile } from './unreadable.ts';

const MOST_ENTRIES = 2000;
/** Bytes that all files of an archive may unpack to. */
const MOST_UNPACKED = 250_000_000;
/** Bytes of the file that is kept: a few more than the characters that are read of any. */
const MOST_KEPT = 64_000_000;
/** How many times its packed size a file may have, above a size that harms nobody. */
export const MOST_RATIO = 200;
export const HARMLESS = 10_000_000;

/** The position of the kind of a file that a Unix system packed, and the one of a link. */
const KIND_MASK = 0o170000;
const LINK = 0o120000;

/** Where every document of an office program says what it begins with. */
export const ROOT_RELATIONSHIPS = '_rels/.rels';
const CONTENT_TYPES = '[content_types].xml';

/** Whether an archive with these files is a document of an office program, as workbooks are. */
export function isDocument(names: readonly string[]): boolean {
  const lower = new Set(names.map((name) => name.toLowerCase()));
  return lower.has(CONTENT_TYPES) && lower.has(ROOT_RELATIONSHIPS);
}

/**
 * Looks at every file of a ZIP archive: first at what its directory says, then at what it unpacks to. Answers the file
 * that `choose` names of all of them, unpacked; it throws for an archive that is not wanted, of which nothing is unpacked.
 * @throws {UnreadableFile} for what holds too much, has markup that no reader can bear, says other sizes than it has, leads out of its folder or is a link
 */
export async function unpack(
  bytes: Buffer,
  choose: (names: readonly string[]) => string | null = () => null,
): Promise<Buffer | null> {
  let kept: Buffer | null = null;
  try {
    const zip = await fromBufferPromise(bytes);
    const entries = await directoryOf(zip, bytes.length);
    const chosen = choose(entries.map(({ fileName }) => fileName));
    for (const entry of entries) {
      if (entry.fileName === chosen) kept = roomFor(entry);
      await look(zip, entry, entry.fileName === chosen ? kept : null);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The archive is damaged. Please make it anew.');
  }
  return kept;
}

function roomFor({ uncompressedSize }: Entry): Buffer {
  if (uncompressedSize > MOST_KEPT)
    throw new UnreadableFile(`The file has more than ${MOST_KEPT / 1_000_000} MB. Please split it.`, 413);
  return Buffer.alloc(uncompressedSize);
}

/** Unpacks a file, into `kept` where that is given. It fails where the file is longer or shorter than the directory says. */
async function look(zip: ZipFile, entry: Entry, kept: Buffer | null): Promise<void> {
  const bounds = /\.(?:xml|rels)$/i.test(entry.fileName) ? new MarkupBounds(entry.fileName) : null;
  let at = 0;
  for await (const part of await zip.openReadStreamPromise(entry)) {
    bounds?.take(part as Buffer);
    if (kept) at += (part as Buffer).copy(kept, at);
  }
}

/**
 * The files of an archive, once its directory was held against what one may have.
 * @param size of the archive in bytes
 * @param mostUnpacked bytes that all of them may unpack to
 * @throws {UnreadableFile}
 */
export async function directoryOf(
  zip: ZipFile,
  size: number,
  mostUnpacked = MOST_UNPACKED,
): Promise<Entry[]> {
  if (zip.entryCount > MOST_ENTRIES)
    throw new UnreadableFile(`The archive has more than ${MOST_ENTRIES} files.`, 413);
  const entries: Entry[] = [];
  let packed = 0;
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (unpacked > mostUnpacked)
      throw new UnreadableFile(`The archive unpacks to more than ${mostUnpacked / 1_000_000} MB.`, 413);
    if (entry.uncompressedSize > Math.max(HARMLESS, entry.compressedSize * MOST_RATIO))
      throw new UnreadableFile('The archive is packed more tightly than any worksheet is.', 413);
    // Files that lie in one another are longer together than the archive.
    if (packed > size) throw new UnreadableFile('The archive is damaged. Please make it anew.');
    if (entry.isEncrypted()) throw new UnreadableFile('The archive has a password. Please send it without.');
    if (((entry.externalFileAttributes >>> 16) & KIND_MASK) === LINK)
      throw new UnreadableFile('The archive holds a link, which is no file.');
    if (!entry.fileName.endsWith('/')) entries.push(entry);
  }
  return entries;
}
