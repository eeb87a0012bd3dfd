import { readOccupant } from '#server/platform/store/data-folder.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';

/** The database of the portal that runs on this folder, for a look that no route gives; close it afterwards. */
export function databaseAt(dataDir: string): Database {
  const connectionString = readOccupant(dataDir)?.connectionString;
  if (!connectionString) throw new Error(`No portal runs on ${dataDir}.`);
  return openDatabase({ connectionString, poolSize: 2 });
}
