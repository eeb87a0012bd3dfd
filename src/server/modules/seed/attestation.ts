import { addDays } from './days.ts';
import type { Filling } from './read-example.ts';

const DESK = 'maya.okafor@example.com';
const OWNERS = ['anders.lindqvist@example.com', 'beatriz.salgado@example.com', 'maya.desai@example.com'];
const OWNED = `
  SELECT 'cost_centers' AS model, c.id, c.identifier AS title, c.cloud_contact_id::text AS asked_owner, lower(k.email) AS email
  FROM cost_centers c JOIN cloud_contacts k ON k.id = c.cloud_contact_id WHERE c.expired_at IS NULL OR c.expired_at >= $2::date
  UNION ALL
  SELECT 'cloud_parents', p.id, concat_ws(' · ', nullif(btrim(p.name), ''), p.identifier), p.cloud_contact_email, lower(btrim(p.cloud_contact_email))
  FROM cloud_parents p WHERE NOT p.terminated`;

/**
 * A campaign under way with three recipients: some things are confirmed, one is handed over, one given up, and the others
 * wait. Nobody is mailed about it, and nobody is reminded.
 */
export async function addAttestation({ tx, today }: Filling): Promise<void> {
  const begun = addDays(today, -5);
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO attestation_campaigns (name, models, last_day, time_zone, ends_at, reminded_day, state, begun_by, begun_by_name,
       created_at, begun_at)
     VALUES ('What Is Still Yours', '{cost_centers,cloud_parents}', $1::date, 'UTC',
       ($1::date + 1)::timestamp AT TIME ZONE 'UTC', $2::date, 'open', $3, 'Maya Okafor', $2::date, $2::date) RETURNING id`,
    [addDays(today, 14), begun, DESK],
  );
  const id = rows[0]?.id;
  await tx.query(
    `INSERT INTO attestation_owners (campaign_id, email, name)
     SELECT $1, lower(email), name FROM cloud_contacts WHERE lower(email) = ANY ($2::text[]) ORDER BY lower(email)`,
    [id, OWNERS],
  );
  await tx.query(
    `WITH questions AS (
       SELECT f.*, o.id AS owner_id, row_number() OVER (PARTITION BY o.id ORDER BY f.model DESC, f.title) AS n
       FROM (${OWNED}) f JOIN attestation_owners o ON o.campaign_id = $1 AND o.email = f.email
     ), answered AS (
       SELECT *, CASE WHEN email = 'anders.lindqvist@example.com' THEN NULL WHEN n = 2 AND email LIKE 'maya%' THEN 'handed_over'
         WHEN n = 3 AND email LIKE 'maya%' THEN 'given_up' WHEN n <= 4 THEN 'confirmed' END AS answer FROM questions
     )
     INSERT INTO attestation_items (campaign_id, owner_id, model, record_id, title, asked_owner, answer, to_person, reason,
       answered_at, answered_by)
     SELECT $1, owner_id, model, id, title, asked_owner, answer, CASE answer WHEN 'handed_over' THEN 'Amelia Hart' END,
       CASE answer WHEN 'given_up' THEN 'The project has ended.' END, CASE WHEN answer IS NOT NULL THEN $2::date + 2 END,
       CASE WHEN answer IS NOT NULL THEN email END FROM answered`,
    [id, begun],
  );
  await tx.query(
    `INSERT INTO attestation_events (campaign_id, at, by, what)
     VALUES ($1, $2::date, $3, 'It was begun as an example: nobody was mailed.')`,
    [id, begun, DESK],
  );
}
