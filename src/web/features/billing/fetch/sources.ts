import { listSources, type SourceOfBills } from '#calls/sources.ts';
import { queryOf } from '#web/data/call.ts';

/** A source that bills can be fetched from. */
export type Source = SourceOfBills & { place: string };

/** From where bills are fetched; a job that ends makes it be asked for again. */
export const sourcesQuery = queryOf(listSources, {});
