import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RecordRow } from '#web/data/queries.ts';
import { recordKey } from '../record-key.ts';

/** The records that a person has chosen in a list, on whichever of its pages. */
export interface ChosenRows {
  rows: readonly RecordRow[];
  keys: ReadonlySet<string>;
  select: (rows: readonly RecordRow[], chosen: boolean) => void;
  clear: () => void;
}

interface Chosen {
  view: string;
  rows: ReadonlyMap<string, RecordRow>;
}

/**
 * Keeps which records of a model are chosen, until another search is looked at: `view` names it. Who comes back to the search, or
 * looks at it in the other table of the model, finds them chosen. Of a record that is shown, the version that is shown counts.
 */
export function useChosenRows(
  model: string,
  view: string,
  shown: readonly (RecordRow | undefined)[],
): ChosenRows {
  const queries = useQueryClient();
  const begun = (): Chosen => {
    const last = queries.getQueryData<Chosen>([model, 'chosen']);
    return last?.view === view ? last : { view, rows: new Map() };
  };
  const [kept, setKept] = useState(begun);
  if (kept.view !== view) setKept(begun());
  // It goes with the answers of the server: some minutes after the last table of the model, and when one signs out.
  useEffect(() => {
    queries.setQueryData<Chosen>([model, 'chosen'], (last) =>
      kept.rows.size > 0 || last?.view === kept.view ? kept : last,
    );
  }, [queries, model, kept]);

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
