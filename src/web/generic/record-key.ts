import type { RecordRow } from '#web/data/queries.ts';

/** What tells a record from all others in a table. */
export const recordKey = ({ id }: Pick<RecordRow, 'id'>): string => String(id);
