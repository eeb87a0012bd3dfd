import type { Database } from '#server/platform/database/database.ts';

/** Links of a closed campaign, and their letters, are kept so long. */
const LINK_DAYS = 90;

/**
 * Forgets the links of campaigns that were closed long ago, and the letters that had them: they are good for nothing any more. The
 * questions, their recipients and the answers stay.
 */
export async function removeOldLinks(db: Database): Promise<void> {
  // One statement sees both as they were before: the mails of links that are going.
  await db.query(`WITH old AS (
    DELETE FROM attestation_links l USING attestation_owners o, attestation_campaigns c
    WHERE o.id = l.owner_id AND c.id = o.campaign_id AND c.state = 'closed' AND c.closed_at < now() - interval '${LINK_DAYS} days'
    RETURNING l.mail_id
  )
  DELETE FROM outbox WHERE id IN (SELECT mail_id FROM old) AND state <> 'sending'`);
}
