import type { FinalizeOption } from './option.ts';

/** Loads the bills of a run into BigQuery. */
export const bigQuery: FinalizeOption = async () => async () => ({
  state: 'skipped',
  note: 'BigQuery is not configured.',
});
