import type { RecordRow } from '#web/data/queries.ts';

/** The key that distinguishes a record from all others in a table. */
export const recordKey = ({ id }: Pick<RecordRow, 'id'>): string => String(id);
