import { Refusal } from '#kernel/errors.ts';
import { grouped } from '#kernel/written.ts';
import { monthWords } from '../close/months.ts';
import { BillProblem } from '../intake/bill-line.ts';
import { isManifest, LARGEST_MANIFEST, readManifest, type Manifest } from '../intake/manifest.ts';
import { attended, namesOf, type FoundExport, type SourceFile } from './source.ts';

/** So many files may be one export. */
const MOST_FILES = 500;

/** A file, and when it was written. */
export type ListedFile = SourceFile & { writtenAt: Date };

interface Asked {
  /** YYYY-MM */
  month: string;
  /** Where was looked, each as people know it. */
  looked: readonly string[];
  /** The path of a part in the words of the manifest, as files are listed. */
  pathOf?: (told: string) => string;
  read: (file: SourceFile, signal: AbortSignal) => AsyncIterable<Buffer>;
  signal: AbortSignal;
}

/**
 * The newest export among files of a month: the one whose manifest was written last. Clouds write the manifest when all else is
 * there.
 * @throws {Refusal} 404 where there is none, 422 where files are missing that its manifest names
 */
export async function exportAmong(
  listed: readonly ListedFile[],
  { month, looked, pathOf = (path) => path, read, signal }: Asked,
): Promise<FoundExport> {
  const [newest] = listed
    .filter(({ name }) => isManifest(name))
    // AWS writes the same manifest twice: the one with the shorter path is that of the newest files.
    .toSorted(
      (one, other) =>
        other.writtenAt.getTime() - one.writtenAt.getTime() || one.path.length - other.path.length,
    );
  if (!newest) throw noExport(month, looked, listed.length);
  const { id, parts } = await manifestOf(newest, read, signal);
  const byPath = new Map(listed.map((file) => [file.path, file]));
  const paths = [...new Set(parts.map((part) => pathOf(part.path)))];
  const missing = paths.filter((path) => !byPath.has(path));
  if (missing.length > 0)
    throw new Refusal(
      422,
      `The manifest ${newest.path} names ${grouped(paths.length)} ${paths.length === 1 ? 'file' : 'files'}, of which ` +
        `${grouped(missing.length)} ${missing.length === 1 ? 'is' : 'are'} not there: ${namesOf(missing)}. Nothing was taken. ` +
        'Fetch it again once the export is complete.',
    );
  if (paths.length === 0) throw new Refusal(422, `The manifest ${newest.path} names no files.`);
  if (paths.length > MOST_FILES)
    throw new Refusal(
      422,
      `The manifest ${newest.path} names ${grouped(paths.length)} files, and at most ${MOST_FILES} are taken.`,
    );
  const files = [...paths.flatMap((path) => byPath.get(path) ?? []), newest];
  return { id: id ?? newest.tag ?? newest.path, files };
}

function noExport(month: string, looked: readonly string[], others: number): Refusal {
  const beside =
    others === 0 ? '' : ` (${grouped(others)} other ${others === 1 ? 'file is' : 'files are'} there)`;
  return new Refusal(
    404,
    `There is no export of ${monthWords(month)} yet. A manifest was looked for in ${looked.join(' and ')}${beside}.`,
  );
}

async function manifestOf(file: ListedFile, read: Asked['read'], signal: AbortSignal): Promise<Manifest> {
  if ((file.size ?? 0) > LARGEST_MANIFEST) throw new Refusal(422, `The manifest ${file.path} is too large.`);
  const bytes: Buffer[] = [];
  await attended(`The manifest ${file.path}`, signal, async (abort, alive) => {
    for await (const part of read(file, abort)) {
      alive();
      bytes.push(part);
    }
  });
  try {
    return readManifest(file.path, Buffer.concat(bytes).toString('utf8'));
  } catch (error) {
    throw error instanceof BillProblem ? new Refusal(422, error.message) : error;
  }
}
