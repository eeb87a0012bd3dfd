import { databaseAt } from './portal-database.ts';
import { fillDirectory } from './small-directory.ts';
import { fillWebhooks } from './small-webhooks.ts';

/** So many of each, before and after what journeys and the example data call theirs. */
const EACH_END = 40;

const names = `(SELECT format('0 Filler %s', lpad(n::text, 2, '0')) AS name FROM generate_series(1, ${EACH_END}) n
  UNION ALL SELECT format('Zz Filler %s', lpad(n::text, 2, '0')) FROM generate_series(1, ${EACH_END}) n) filler`;

/**
 * Fills the lists that journeys share, so that a journey which counts on the first page of one, or on what is there, fails
 * each time and not only where others came before it.
 */
export async function crowd(dataDir: string): Promise<void> {
  const db = databaseAt(dataDir);
  try {
    await db.transaction(async (tx) => {
      await tx.query(`INSERT INTO departments (name) SELECT name FROM ${names}`);
      await tx.query(`INSERT INTO business_units (name) SELECT name FROM ${names}`);
      await tx.query(`INSERT INTO companies (code) SELECT replace(name, ' ', '') FROM ${names}`);
      await tx.query(
        `INSERT INTO cloud_contacts (terminated, email)
         SELECT false, lower(replace(name, ' ', '.')) || '@example.com' FROM ${names}`,
      );
    });
    await fillDirectory(db);
    await fillWebhooks(db);
  } finally {
    await db.close();
  }
}
