import type { PoolClient } from 'pg';
import type { RowObject } from '#server/engine/records.ts';
import type { Who } from '#server/engine/writes/write-statements.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';

/** Has the text and the latest version of a product brought to every account that has it. */
export interface HandOn {
  /** Begins in the caller's transaction; answers the job that does it, and the deployment with its steps. */
  begin: (tx: PoolClient, product: RowObject, who: Who) => Promise<{ job: JobRow; deployment: RowObject }>;
  /** Lets this process begin at once; for after the commit. */
  wake: () => void;
}
