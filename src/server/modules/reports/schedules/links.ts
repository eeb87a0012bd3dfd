import type { PoolClient } from 'pg';
import { hashOf, isCredential, newCredential } from '#server/platform/base/credentials.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** The schedule and the address that the link of a mail is about. */
export interface Link {
  schedule: number;
  address: string;
}

/** Makes the link of one mail. Answers its credential, which is kept nowhere. */
export async function makeLink(tx: PoolClient, { schedule, address }: Link): Promise<string> {
  const credential = newCredential('link');
  await tx.query(
    'INSERT INTO report_schedule_links (credential_hash, schedule_id, address) VALUES ($1, $2, $3)',
    [hashOf(credential), schedule, address],
  );
  return credential;
}

/** What a link is about; null for one that is none. Every mail has one, and each stays good: who left may look again. */
export async function readLink(runner: Runner, credential: string): Promise<Link | null> {
  if (!isCredential('link', credential)) return null;
  const { rows } = await runner.query<Link>({
    text: 'SELECT schedule_id AS schedule, address FROM report_schedule_links WHERE credential_hash = $1',
    values: [hashOf(credential)],
  });
  return rows[0] ?? null;
}
