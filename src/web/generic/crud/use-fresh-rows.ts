import { useMemo, useState } from 'react';
import type { RecordRow } from '#web/data/queries.ts';
import { recordKey } from '../record-key.ts';

interface FreshRows {
  keys: ReadonlySet<string>;
  /** Puts rows before those that were added earlier, in the order given. */
  add: (added: readonly RecordRow[]) => void;
  /** Takes over newer versions of fresh rows; other rows are none of its business. */
  replace: (stored: readonly RecordRow[]) => void;
  drop: (gone: readonly RecordRow[]) => void;
  /** The rows of a list with the fresh ones before them, each once. */
  above: (rows: readonly (RecordRow | undefined)[]) => readonly (RecordRow | undefined)[];
}

/**
 * The records that were added here a moment ago. They come first, whatever the sort, until the person
 * looks at another page, sort or search: `view` names what is looked at.
 */
export function useFreshRows(view: string): FreshRows {
  const [kept, setKept] = useState<{ view: string; rows: readonly RecordRow[] }>({ view, rows: [] });
  if (kept.view !== view) setKept({ view, rows: [] });
  const rows = kept.rows;

  return useMemo(() => {
    const keys = new Set(rows.map(recordKey));
    const change = (next: (rows: readonly RecordRow[]) => readonly RecordRow[]) =>
      setKept((now) => ({ ...now, rows: next(now.rows) }));
    return {
      keys,
      add: (added) => change((now) => [...added, ...without(now, added)]),
      replace: (stored) => change((now) => now.map((row) => stored.find(({ id }) => id === row.id) ?? row)),
      drop: (gone) => change((now) => without(now, gone)),
      above: (listed) => {
        if (keys.size === 0) return listed;
        const others = listed.filter((row) => !row || !keys.has(recordKey(row)));
        return [...rows.map((row) => latest(row, listed)), ...others];
      },
    };
  }, [rows]);
}

const without = (rows: readonly RecordRow[], others: readonly RecordRow[]) =>
  rows.filter((row) => !others.some(({ id }) => id === row.id));

/** A fresh row as the list has it, where it was changed since by other ways than its own inputs. */
function latest(row: RecordRow, listed: readonly (RecordRow | undefined)[]): RecordRow {
  const other = listed.find((one) => one?.id === row.id);
  return other && other.lock_version > row.lock_version ? other : row;
}
