import { Refusal } from '#kernel/errors.ts';
import { grouped } from '#kernel/written.ts';
import { monthWords } from '../../runs/months.ts';
import { BillProblem } from '../bill-line.ts';
import { isManifest, LARGEST_MANIFEST, type Manifest } from '../manifest.ts';
import { readManifest } from '../read-manifest.ts';
import { attended, namesOf, type FoundExport, type SourceFile } from './source.ts';

/** So many files may be one export. */
const MOST_FILES = 500;

/** A file, and when it was written. */
export type ListedFile = SourceFile & { writtenAt: Date };

interface ExportQuery {
  /** YYYY-MM */
  month: string;
  /** The thing that was looked for, and the places, each as people know them. */
  sought?: string;
  looked: readonly string[];
  /** The path of a part in the words of the manifest, as files are listed. */
  pathOf?: (path: string) => string;
  /** By which a file is known that is an export of its own, without a manifest; null for any other. */
  wholeId?: (file: ListedFile) => string | null;
  read: (file: SourceFile, signal: AbortSignal) => AsyncIterable<Buffer>;
  signal: AbortSignal;
}

/**
 * The newest export among files of a month: the one whose manifest, or only file, was written last. Clouds write the manifest when
 * all else is there.
 * @throws {Refusal} 404 where there is none, 422 where files are missing that its manifest names
 */
export async function exportAmong(
  listed: readonly ListedFile[],
  {
    month,
    sought = 'A manifest',
    looked,
    pathOf = (path) => path,
    wholeId = () => null,
    read,
    signal,
  }: ExportQuery,
): Promise<FoundExport> {
  const [newest] = listed
    .filter((file) => isManifest(file.name) || wholeId(file) !== null)
    // AWS writes the same manifest twice: the one with the shorter path is that of the newest files.
    .toSorted(
      (one, other) =>
        other.writtenAt.getTime() - one.writtenAt.getTime() || one.path.length - other.path.length,
    );
  if (!newest) throw noExport({ month, sought, looked }, listed.length);
  const whole = wholeId(newest);
  if (whole !== null) return { id: whole, files: [newest] };
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

function noExport(
  { month, sought, looked }: { month: string; sought: string; looked: readonly string[] },
  others: number,
): Refusal {
  const beside =
    others === 0 ? '' : ` (${grouped(others)} other ${others === 1 ? 'file is' : 'files are'} there)`;
  return new Refusal(
    404,
    `There is no export of ${monthWords(month)} yet. ${sought} was looked for in ${looked.join(' and ')}${beside}.`,
  );
}

async function manifestOf(
  file: ListedFile,
  read: ExportQuery['read'],
  signal: AbortSignal,
): Promise<Manifest> {
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
