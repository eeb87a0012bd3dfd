import { loadRun } from '../../reports/big-query/load-run.ts';
import type { FinalizeOption, LackOf } from './option.ts';

const NOT_CONFIGURED = 'BigQuery is not configured.';

/** Why nothing can be loaded here. */
export const lackOfBigQuery: LackOf = ({ bigQuery: target }) => (target === null ? NOT_CONFIGURED : null);

/** Loads the postings of a run into BigQuery. */
export const bigQuery: FinalizeOption = async (parts, run, signal) => {
  const { bigQuery: target } = parts.config;
  if (target === null) return async () => ({ state: 'skipped', note: NOT_CONFIGURED });
  const { rows, table } = await loadRun(parts, target, run.id, signal);
  return async () => ({
    state: 'done',
    note: `${rows} ${rows === 1 ? 'row' : 'rows'} in ${table} of project ${target.project}.`,
  });
};
