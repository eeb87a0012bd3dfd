import { meaningOf, type TaggedField } from '#resources/account-tags.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AccountReading } from './apply-accounts.ts';
import type { Reading } from './read.ts';
import type { DetailsSource } from './source.ts';

type Texts = Partial<Record<TaggedField, string | null>>;

/** What was noted of an account after the reading began is newer than what is read. */
const KEEP = `INSERT INTO account_details AS s (provider_type, key, place, frozen, tags, read_at)
  SELECT $1, r.key, r.place, r.frozen, r.tags, clock_timestamp()
  FROM unnest($2::text[], $3::text[], $4::boolean[], $5::jsonb[]) AS r (key, place, frozen, tags)
  ON CONFLICT (provider_type, key) DO UPDATE SET place = excluded.place, frozen = excluded.frozen, tags = excluded.tags,
    read_at = excluded.read_at WHERE s.read_at < $6`;

/** Reads where the accounts of a cloud lie and what their tags mean; what was read before an end in the middle stays. */
export async function readDetails(
  { db, signal }: Reading,
  { read, meanings }: DetailsSource,
  { providerType, since }: AccountReading,
): Promise<void> {
  const known = await textsOf(db, providerType);
  for await (const page of read()) {
    signal.throwIfAborted();
    const rows = new Map(page.map((one) => [one.identifier.trim().toLowerCase(), one]));
    if (rows.size === 0) continue;
    const found = [...rows];
    await db.query(KEEP, [
      providerType,
      found.map(([key]) => key),
      found.map(([, { place }]) => place),
      found.map(([, { frozen }]) => frozen),
      found.map(([key, { tags }]) => JSON.stringify(meaningOf(meanings, tags, known.get(key) ?? {}))),
      since,
    ]);
  }
}

/** What the records of a cloud's accounts say of what tags stand for. */
async function textsOf(db: Database, providerType: string): Promise<ReadonlyMap<string, Texts>> {
  const { rows } = await db.query<Texts & { key: string }>(
    `SELECT lower(btrim(identifier)) AS key, cost_center, cloud_contact_email AS owner, department, business_unit_name AS business_unit
     FROM cloud_parents WHERE provider_type = $1`,
    [providerType],
  );
  return new Map(rows.map(({ key, ...texts }) => [key, texts]));
}
