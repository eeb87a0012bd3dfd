import { Readable } from 'node:stream';
import { CHANGE_COLUMNS, type ActivityLine } from '#calls/activity.ts';
import { viaWords } from '#kernel/activity.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Database } from '#server/platform/database/database.ts';
import { LongWork } from '#server/platform/database/limits.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import { readLines, readSingles } from './lines.ts';
import { readSets, type StoredSet, type Wanted } from './sets.ts';

/** How many sets, and how many lines of one, are read at a time. */
const PORTION = 250;

/** A line for each field that changed, and one for a change without any. */
function rowsOf(registry: Registry, line: ActivityLine): string[][] {
  const {
    at,
    by,
    via,
    action,
    record,
    changes,
    request_id: request,
    reason = '',
    approved_by: approver,
  } = line;
  const resource = registry.get(line.model);
  const start = [at, by.name ?? '', by.email, viaWords(via, action), action, resource.label[0]];
  const about = [...start, String(record.id), record.title ?? ''];
  const fields = changes.map(({ label, from_shown, to_shown }) => [label, from_shown ?? '', to_shown ?? '']);
  return (fields.length > 0 ? fields : [['', '', '']]).map((field) =>
    [...about, ...field, request, reason, approver?.email ?? ''].map(neutraliseCell),
  );
}

function* rowsOfAll(registry: Registry, lines: readonly ActivityLine[]): Generator<string[]> {
  for (const line of lines) yield* rowsOf(registry, line);
}

/** The lines of sets, in the order of these, some at a time: the lines that are read one by one are read together. */
async function* linesOf(
  db: Database,
  registry: Registry,
  sets: readonly StoredSet[],
): AsyncGenerator<ActivityLine[]> {
  let singles: number[] = [];
  for (const { id, lines } of sets) {
    if (lines === 1) {
      singles.push(id);
      continue;
    }
    if (singles.length > 0) yield await readSingles(db, registry, singles);
    singles = [];
    for (let after: number | null = 0; after !== null;) {
      const page: Awaited<ReturnType<typeof readLines>> = await readLines(db, registry, id, {
        after,
        most: PORTION,
      });
      yield page.data;
      after = page.meta.next;
    }
  }
  if (singles.length > 0) yield await readSingles(db, registry, singles);
}

/**
 * The changes as a CSV file, the newest first: UTF-8 with a byte order mark, CRLF, cells made harmless. The rows
 * follow as they are read, and no connection is held meanwhile.
 */
export async function activityCsv(db: Database, registry: Registry, wanted: Wanted): Promise<Readable> {
  const work = new LongWork();
  const first = await work.run(() => readSets(db, wanted, null, PORTION));
  async function* file(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLines([CHANGE_COLUMNS]);
    for (let sets = first; sets.length > 0;) {
      const lines = linesOf(db, registry, sets);
      for (;;) {
        const portion = await work.run(() => lines.next());
        if (portion.done) break;
        yield* csvPortions(rowsOfAll(registry, portion.value));
      }
      const last = sets.at(-1)?.id ?? null;
      sets = sets.length < PORTION ? [] : await work.run(() => readSets(db, wanted, last, PORTION));
    }
  }
  return Readable.from(file(), { objectMode: false });
}
