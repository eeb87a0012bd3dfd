import { checkRegistry } from '#kernel/registry.ts';
import { registry } from '#resources/registry.ts';
import { behaviours } from './behaviours/all.ts';
import type { Background } from './engine/background.ts';
import type { ServedParts } from './engine/plugin.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import { OutgoingAddresses } from './platform/base/outgoing-addresses.ts';
import { createVault } from './platform/config/vault.ts';
import { webhookBehaviours } from './modules/webhooks/behaviour.ts';
import { allows, ownRowsOf } from './policies/allows.ts';
import { demandAbility } from './policies/roles.ts';

// A page shows models without looking at all of them first; the server does not start with one that cannot work.
checkRegistry(registry);

/**
 * The parts of the portal's engine, in the server and on the command line alike.
 * @param background the way of what takes long; null where everything is done at once
 */
export const engineParts = (
  { importLimit, nodeEnv, secretKey, webhookNetworks }: Config,
  db: Database,
  background: Background | null = null,
): ServedParts => ({
  registry,
  behaviours: [...behaviours, ...webhookBehaviours(new OutgoingAddresses(webhookNetworks))],
  db,
  allows,
  ownRowsOf,
  importLimit,
  vault: createVault(secretKey),
  background,
  demand: demandAbility,
  checksAnswers: nodeEnv === 'test',
});
