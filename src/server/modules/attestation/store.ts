import type { PoolClient } from 'pg';
import type {
  Attestation,
  AttestationInFull,
  AttestationItem,
  LeftOut,
  listAttestationItems,
} from '#calls/attestation.ts';
import type { QueryOf } from '#calls/call.ts';
import { notFound } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { limitOf, type Page, type PageOf } from '#server/platform/http/query.ts';

/** So many campaigns are answered; nobody looks through more. */
const MOST_LISTED = 500;
/** So many events of one are answered. */
const MOST_EVENTS = 200;

const CAMPAIGN = `SELECT c.id, c.name, c.models, c.last_day, c.time_zone, c.ends_at, c.remind_days, c.state, c.problem, c.begun_by,
  c.begun_at, c.closed_at, c.closed_by,
  (SELECT count(*)::integer FROM attestation_owners o WHERE o.campaign_id = c.id) AS owners,
  n.owners_waiting, n.to_review, n.counts
FROM attestation_campaigns c CROSS JOIN LATERAL (
  SELECT json_build_object('confirmed', count(*) FILTER (WHERE answer = 'confirmed'),
      'handed_over', count(*) FILTER (WHERE answer = 'handed_over'),
      'given_up', count(*) FILTER (WHERE answer = 'given_up'), 'waiting', count(*) FILTER (WHERE answer IS NULL)) AS counts,
    (count(DISTINCT owner_id) FILTER (WHERE answer IS NULL))::integer AS owners_waiting,
    (count(*) FILTER (WHERE answer <> 'confirmed' AND settled IS NULL))::integer AS to_review
  FROM attestation_items i WHERE i.campaign_id = c.id) n`;

/** The campaigns, the newest first. */
export async function campaignsOf(runner: Runner): Promise<Attestation[]> {
  const { rows } = await runner.query<Attestation>({
    text: `${CAMPAIGN} ORDER BY c.id DESC LIMIT ${MOST_LISTED}`,
    values: [],
  });
  return rows;
}

/** @throws {Refusal} 404 */
export async function readCampaign(runner: Runner, id: number): Promise<Attestation> {
  const { rows } = await runner.query<Attestation>({ text: `${CAMPAIGN} WHERE c.id = $1`, values: [id] });
  if (!rows[0]) throw notFound(`Campaign ${id}`);
  return rows[0];
}

/** A campaign as it is stored. */
export interface StoredCampaign {
  id: number;
  name: string;
  models: string[];
  last_day: string;
  time_zone: string;
  ends_at: string;
  remind_days: number[];
  reminded_day: string;
  state: Attestation['state'];
  begun_by: string;
  begun_by_name: string | null;
}

const STORED = `id, name, models, last_day, time_zone, ends_at, remind_days, reminded_day, state, begun_by, begun_by_name`;

/** A campaign that stays as it is until the end of the transaction. @throws {Refusal} 404 */
export async function lockCampaign(tx: PoolClient, id: number): Promise<StoredCampaign> {
  const { rows } = await tx.query<StoredCampaign>(
    `SELECT ${STORED} FROM attestation_campaigns WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!rows[0]) throw notFound(`Campaign ${id}`);
  return rows[0];
}

/** The campaigns under way, for who looks what is due. */
export async function openCampaigns(runner: Runner): Promise<StoredCampaign[]> {
  const { rows } = await runner.query<StoredCampaign>({
    name: 'attestations-under-way',
    text: `SELECT ${STORED} FROM attestation_campaigns WHERE state = 'open' ORDER BY id`,
    values: [],
  });
  return rows;
}

/** What can be set of a campaign. */
type Changes = Partial<
  Pick<StoredCampaign, 'state' | 'last_day' | 'ends_at' | 'remind_days' | 'reminded_day'> & {
    problem: string | null;
    left_out: string;
    begun_at: string;
    closed_at: string;
    closed_by: string | null;
  }
>;

/** Changes a campaign. */
export async function setCampaign(tx: PoolClient, id: number, changes: Changes): Promise<void> {
  const set = Object.keys(changes).map((name, at) => `${name} = $${at + 2}`);
  await tx.query(`UPDATE attestation_campaigns SET ${set.join(', ')} WHERE id = $1`, [
    id,
    ...Object.values(changes),
  ]);
}

/** Keeps that something happened to a campaign. @param by the address of who did it */
export async function noteEvent(tx: PoolClient, id: number, by: string, what: string): Promise<void> {
  await tx.query('INSERT INTO attestation_events (campaign_id, by, what) VALUES ($1, $2, $3)', [
    id,
    by,
    what,
  ]);
}

/** A campaign with what happened to it. @throws {Refusal} 404 */
export async function readInFull(runner: Runner, id: number): Promise<AttestationInFull> {
  const campaign = await readCampaign(runner, id);
  const { rows } = await runner.query<{ left_out: LeftOut[]; events: AttestationInFull['events'] }>({
    text: `SELECT left_out, coalesce((SELECT json_agg(json_build_object('id', e.id, 'by', e.by, 'what', e.what,
          'at', to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY e.id DESC)
        FROM (SELECT * FROM attestation_events WHERE campaign_id = $1 ORDER BY id DESC LIMIT ${MOST_EVENTS}) e), '[]') AS events
      FROM attestation_campaigns WHERE id = $1`,
    values: [id],
  });
  return { ...campaign, left_out: rows[0]?.left_out ?? [], events: rows[0]?.events ?? [] };
}

const ITEM = `SELECT i.id, i.model, i.record_id, i.title, i.answer, i.to_person, i.reason, i.settled, o.email AS owner, o.name AS owner_name,
  i.answered_at, i.answered_by, i.settled_at, i.settled_by, i.note
FROM attestation_items i JOIN attestation_owners o ON o.id = i.owner_id`;

/** Which items of a campaign are wanted. */
export type ItemFilters = Pick<QueryOf<typeof listAttestationItems>, 'by_answer' | 'q'>;

const FILTERED = `i.campaign_id = $1 AND CASE $2::text WHEN 'waiting' THEN i.answer IS NULL
    WHEN 'to_review' THEN i.answer <> 'confirmed' AND i.settled IS NULL ELSE $2 IS NULL OR i.answer = $2 END
  AND ($3 = '' OR position(lower($3) IN lower(concat_ws(' ', o.email, o.name, i.title))) > 0)`;

/** A page of what a campaign asks about. */
export async function itemsOf(
  runner: Runner,
  campaign: number,
  { by_answer: answer, q }: ItemFilters,
  page: Page,
): Promise<PageOf<AttestationItem>> {
  const values = [campaign, answer, q];
  const { rows } = await runner.query<AttestationItem>({
    text: `${ITEM} WHERE ${FILTERED} ORDER BY o.email, i.model, lower(i.title), i.id ${limitOf(page)}`,
    values,
  });
  const counted = await runner.query<{ total: number }>({
    text: `SELECT count(*)::integer AS total FROM attestation_items i JOIN attestation_owners o ON o.id = i.owner_id WHERE ${FILTERED}`,
    values,
  });
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** What is known of an item beside what is answered of it. */
export type StoredItem = AttestationItem & {
  campaign: string;
  state: Attestation['state'];
  asked_owner: string | null;
};

/** An item of a campaign that stays as it is until the end of the transaction. @throws {Refusal} 404 */
export async function lockItem(
  tx: PoolClient,
  { id: campaign, item }: { id: number; item: number },
): Promise<StoredItem> {
  const { rows } = await tx.query<StoredItem>(
    `SELECT x.*, c.name AS campaign, c.state, l.asked_owner FROM (${ITEM} WHERE i.id = $1 AND i.campaign_id = $2) x
     JOIN attestation_campaigns c ON c.id = $2 JOIN attestation_items l ON l.id = x.id FOR UPDATE OF l`,
    [item, campaign],
  );
  if (!rows[0]) throw notFound(`Answer ${item}`);
  return rows[0];
}

/** An item as it is. */
export async function readItem(tx: PoolClient, id: number): Promise<AttestationItem> {
  const { rows } = await tx.query<AttestationItem>(`${ITEM} WHERE i.id = $1`, [id]);
  if (!rows[0]) throw notFound(`Answer ${id}`);
  return rows[0];
}
