import { registry } from '#resources/registry.ts';
import { behaviours } from './behaviours/all.ts';
import type { ServedParts } from './engine/plugin.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import { createVault } from './platform/config/vault.ts';
import { allows } from './policies/allows.ts';

/** What the portal's engine is made of, in the server and on the command line alike. */
export const engineParts = ({ importLimit, secretKey }: Config, db: Database): ServedParts => ({
  registry,
  behaviours,
  db,
  allows,
  importLimit,
  vault: createVault(secretKey),
});
