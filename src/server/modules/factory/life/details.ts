import type { PoolClient } from 'pg';
import type { TaggedField } from '#resources/account-tags.ts';
import type { CloudTagging } from './cloud-life.ts';
import type { LivingAccount } from './store.ts';

/** The texts of the record that its cloud has tags for; what is empty is no tag. */
export function taggedTexts(
  { meanings }: Pick<CloudTagging, 'meanings'>,
  account: LivingAccount,
): Partial<Record<TaggedField, string>> {
  const fields = [...new Set(meanings.map(({ field }) => field))];
  return Object.fromEntries(
    fields.flatMap((field) => {
      const text = account[field]?.trim() ?? '';
      return text === '' ? [] : [[field, text]];
    }),
  );
}

/** Keeps what was just read back of an account, so that it is no difference until its cloud is read the next time. */
export async function noteDetails(
  tx: PoolClient,
  { provider_type: type, identifier }: Pick<LivingAccount, 'provider_type' | 'identifier'>,
  {
    place = null,
    tags = null,
  }: { place?: string | null; tags?: Partial<Record<TaggedField, string>> | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO account_details AS s (provider_type, key, place, tags) VALUES ($1, lower(btrim($2)), $3, $4)
     ON CONFLICT (provider_type, key) DO UPDATE SET read_at = clock_timestamp(), place = coalesce(excluded.place, s.place),
       tags = CASE WHEN excluded.tags IS NULL THEN s.tags ELSE coalesce(s.tags, '{}') || excluded.tags END`,
    [type, identifier, place, tags === null ? null : JSON.stringify(tags)],
  );
}
