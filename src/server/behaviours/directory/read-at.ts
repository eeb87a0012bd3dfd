import type { ListMeta } from '#server/engine/lists/list-additions.ts';

/** When the directory and the clouds were last read, by the one that was read the longest ago. */
export const readAt: ListMeta = {
  name: 'read_at',
  schema: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the directory and the clouds were last read; null: never.',
  },
  select: () =>
    `SELECT to_char(min(read_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM ad_sources`,
};
