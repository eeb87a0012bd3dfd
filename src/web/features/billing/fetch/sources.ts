import { listSources, type SourceOfBills } from '#calls/sources.ts';
import { queryOf } from '#web/data/call.ts';

/** A source that bills can be fetched from. */
export type Source = SourceOfBills & { place: string };

/** The sources of bills; a job that ends makes them be fetched again. */
export const sourcesQuery = queryOf(listSources, {});
