import type { PoolClient } from 'pg';
import type { Background } from '#server/engine/background.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import type { Log } from '#server/platform/log/log.ts';

/** A record of a model. */
export interface RecordOf {
  model: string;
  id: number;
}

/** What campaigns are made and followed with. */
export interface AttestationParts extends Background {
  config: Pick<Config, 'ccoeEmail' | 'publicUrl'>;
  db: Database;
  log: Log;
  services: EngineServices;
  /** What records cost in the last month that is final, in words, by the id of each of which that is known. */
  costsOf: (runner: Runner, model: string, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Writes a comment on a record. */
  comment: (tx: PoolClient, on: RecordOf, text: string, who: Who) => Promise<void>;
}
