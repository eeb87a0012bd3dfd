import { useCallback, useMemo, useState } from 'react';
import type { RecordRow } from '#web/data/queries.ts';
import { recordKey } from '../record-key.ts';

/** The records that a person has chosen in a list, on whichever of its pages. */
export interface ChosenRows {
  rows: readonly RecordRow[];
  keys: ReadonlySet<string>;
  select: (rows: readonly RecordRow[], chosen: boolean) => void;
  clear: () => void;
}

/**
 * Keeps which records are chosen, until another search is looked at: `view` names it. Of a record that is shown,
 * the version that is shown counts.
 */
export function useChosenRows(view: string, shown: readonly (RecordRow | undefined)[]): ChosenRows {
  const [kept, setKept] = useState<{ view: string; rows: ReadonlyMap<string, RecordRow> }>(() => ({
    view,
    rows: new Map(),
  }));
  if (kept.view !== view) setKept({ view, rows: new Map() });

  const select = useCallback((rows: readonly RecordRow[], chosen: boolean) => {
    setKept((now) => {
      const next = new Map(now.rows);
      for (const row of rows) {
        if (chosen) next.set(recordKey(row), row);
        else next.delete(recordKey(row));
      }
      return { ...now, rows: next };
    });
  }, []);
  const clear = useCallback(() => setKept((now) => ({ ...now, rows: new Map() })), []);

  return useMemo(() => {
    const { rows } = kept;
    const fresh = new Map(
      rows.size === 0 ? [] : shown.flatMap((row) => (row ? [[recordKey(row), row] as const] : [])),
    );
    return {
      rows: [...rows].map(([key, row]) => fresh.get(key) ?? row),
      keys: new Set(rows.keys()),
      select,
      clear,
    };
  }, [kept, shown, select, clear]);
}
