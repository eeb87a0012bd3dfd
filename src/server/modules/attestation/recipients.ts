import type { PoolClient } from 'pg';
import type { LeftOut } from '#calls/attestation.ts';
import type { Resource } from '#kernel/resource.ts';
import { attestedField } from '#resources/attestation.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { githubCopilotUsers } from '#resources/github-copilot-users.ts';
import { firstOwnerSql } from '#server/engine/owned.ts';
import type { EngineServices } from '#server/engine/services.ts';
import { literal, quoted } from '#server/engine/sql.ts';
import type { Runner } from '#server/platform/database/database.ts';

/** Which records of a model are in use, as SQL of its row `t`; all of a model that is not named. Campaigns leave the others out. */
const IN_USE: Readonly<Record<string, string>> = {
  [costCenters.name]: 't.expired_at IS NULL OR t.expired_at >= today()',
  [cloudParents.name]: 'NOT t.terminated',
  [githubCopilotUsers.name]: 't.seat_gone_at IS NULL',
};

/** An address that a mail can have as its recipient: a contact may have been imported with one that none can. */
const ADDRESS = String.raw`'^[^@\s<>,;[:cntrl:]]+@[^@\s<>,;[:cntrl:]]+$'`;

/**
 * Whether the owner `o` of a campaign is still a contact, who was not terminated and has not left, as SQL: a link may lie in a mailbox
 * that others read by now.
 */
export const IS_THERE = `EXISTS (SELECT FROM cloud_contacts k WHERE lower(btrim(k.email)) = o.email AND NOT k.terminated)
  AND NOT EXISTS (SELECT FROM departed_people d WHERE d.key = o.email)`;

/** What people call a record, as SQL of its row `t`: its own name before its number, where it has both. */
function titleSql({ title, called }: Resource): string {
  const number = `coalesce(nullif(t.${quoted(title)}::text, ''), t.id::text)`;
  return called === undefined
    ? number
    : `concat_ws(' · ', nullif(btrim(t.${quoted(called)}), ''), ${number})`;
}

/**
 * The records `found` that are in use, each with the recipient of the question about it, or `why` there is none: no owner is named, no contact
 * has the address, the contact is terminated, whoever it is left, or the address is none that mail can go to.
 */
export function foundSql({ registry }: EngineServices, models: readonly string[]): string {
  const each = models.map((model) => {
    const resource = registry.get(model);
    const named = `t.${quoted(attestedField(model))}::text`;
    return `SELECT ${literal(model)} AS model, t.id, ${titleSql(resource)} AS title,
      ${named} AS asked_owner, lower(btrim(k.email)) AS email, nullif(btrim(k.name), '') AS name,
      coalesce(k.email, nullif(btrim(${named}), '')) AS owner,
      CASE WHEN k.id IS NULL AND nullif(btrim(${named}), '') IS NULL THEN 'nobody' WHEN k.id IS NULL THEN 'unknown'
        WHEN k.terminated THEN 'terminated' WHEN d.key IS NOT NULL THEN 'left' WHEN btrim(k.email) !~ ${ADDRESS} THEN 'no_address' END AS why
    FROM ${quoted(model)} t LEFT JOIN cloud_contacts k ON k.id = ${firstOwnerSql(registry, resource, 't')}
      LEFT JOIN departed_people d ON d.key = lower(btrim(k.email))
    WHERE ${IN_USE[model] ?? 'true'}`;
  });
  return `found AS MATERIALIZED (${each.join('\nUNION ALL\n')})`;
}

/** How many recipients a campaign has, and for how much. */
export interface RecipientCounts {
  owners: number;
  things: number;
  /** The first of them by address; null where nobody is. */
  first: { email: string; things: number } | null;
}

/** How many recipients a campaign about these models would have now. */
export async function countRecipients(
  services: EngineServices,
  runner: Runner,
  models: readonly string[],
): Promise<RecipientCounts> {
  const { rows } = await runner.query<RecipientCounts>({
    text: `WITH ${foundSql(services, models)}, owners AS (
        SELECT email, count(*)::integer AS things FROM found WHERE why IS NULL GROUP BY 1)
      SELECT count(*)::integer AS owners, coalesce(sum(things), 0)::integer AS things,
        (SELECT to_json(o) FROM owners o ORDER BY email LIMIT 1) AS first FROM owners`,
    values: [],
  });
  return rows[0] ?? { owners: 0, things: 0, first: null };
}

/** So many owners are listed who cannot be recipients; the most things first. */
const MOST_LEFT_OUT = 500;

/** The owners who cannot be recipients, and why. */
export async function leftOutOf(
  services: EngineServices,
  runner: Runner,
  models: readonly string[],
): Promise<LeftOut[]> {
  const { rows } = await runner.query<LeftOut>({
    text: `WITH ${foundSql(services, models)}
      SELECT max(owner) AS owner, max(name) AS name, why, count(*)::integer AS things FROM found WHERE why IS NOT NULL
      GROUP BY lower(owner), why ORDER BY 4 DESC, 1 LIMIT ${MOST_LEFT_OUT}`,
    values: [],
  });
  return rows;
}

/** A recipient of a campaign, once its things are kept. */
export interface Recipient {
  id: number;
  email: string;
  name: string | null;
  things: number;
}

/** Keeps the recipients of a campaign with their questions. */
export async function keepRecipients(
  services: EngineServices,
  tx: PoolClient,
  { id, models }: { id: number; models: readonly string[] },
): Promise<Recipient[]> {
  const { rows } = await tx.query<Recipient>(
    `WITH ${foundSql(services, models)}, owners AS (
       INSERT INTO attestation_owners (campaign_id, email, name)
       SELECT $1, email, max(name) FROM found WHERE why IS NULL GROUP BY email RETURNING id, email, name
     ), items AS (
       INSERT INTO attestation_items (campaign_id, owner_id, model, record_id, title, asked_owner)
       SELECT $1, o.id, f.model, f.id, f.title, f.asked_owner FROM found f JOIN owners o USING (email) WHERE f.why IS NULL
       RETURNING owner_id
     )
     SELECT o.id, o.email, o.name, n.things FROM owners o
     JOIN (SELECT email, count(*)::integer AS things FROM found WHERE why IS NULL GROUP BY 1) n USING (email) ORDER BY o.email`,
    [id],
  );
  return rows;
}
