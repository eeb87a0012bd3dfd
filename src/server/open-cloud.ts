import type { EngineServices } from './engine/services.ts';
import type { AccessSource } from './modules/directory/access/source.ts';
import type { CloudAtHand } from './modules/factory/ledger/cloud.ts';
import type { InventorySource } from './modules/inventory/sync/source.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/database/database.ts';
import type { Log } from './platform/log/log.ts';

/** The inputs with which a cloud is opened. */
export interface CloudParts {
  config: Config;
  db: Database;
  services: EngineServices;
  log: Log;
  /** Has something ended with the portal, such as a simulator. */
  onClose: (end: () => Promise<void>) => void;
}

/** A cloud for the cloud factory, what the inventory reads of it, and who may do what in it. */
export type OpenedCloud = CloudAtHand & { inventory?: InventorySource; access?: AccessSource };

/** Opens a provider, or the simulator in its place, and says how accounts are made there. */
export type OpenCloud = (parts: CloudParts) => Promise<OpenedCloud>;
