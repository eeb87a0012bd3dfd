import { loadRun } from '../../big-query/load-run.ts';
import type { FinalizeOption } from './option.ts';

/** Loads the postings of a run into BigQuery. */
export const bigQuery: FinalizeOption = async (parts, run, signal) => {
  const { bigQuery: target } = parts.config;
  if (target === null) return async () => ({ state: 'skipped', note: 'BigQuery is not configured.' });
  const { rows, table } = await loadRun(parts, target, run.id, signal);
  return async () => ({
    state: 'done',
    note: `${rows} ${rows === 1 ? 'row' : 'rows'} in ${table} of project ${target.project}.`,
  });
};
