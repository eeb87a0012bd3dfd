import { settingsSchema } from '#server/platform/config/settings.ts';

/** The portal's own number of database connections, which the bare server gets, too. */
export const POOL_SIZE = String(settingsSchema.shape.DB_POOL_SIZE.parse(undefined));
