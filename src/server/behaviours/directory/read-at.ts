import { readAt as answer } from '#calls/directory.ts';
import type { ListMeta } from '#server/engine/lists/list-additions.ts';
import { instantText } from '#server/platform/database/instant-text.ts';

/** When the directory and the clouds were last read, by the one that was read the longest ago. */
export const readAt: ListMeta = {
  name: 'read_at',
  answer,
  select: () => `SELECT ${instantText('min(read_at)')} FROM ad_sources`,
};
