import type pg from 'pg';

const HELD_MAIL = 'Held back when a backup was restored. Send it again if it is still wanted.';
const SWITCHED_OFF =
  'Switched off when a backup was restored. Switch it on if it is still to be notified; what waited can be sent again.';
const PAUSED = 'It was paused when a backup was restored. Resume it if it is still to be sent.';
const UNREMINDED =
  'Its reminders were taken out when a backup was restored. Set their days again if they are still to be sent.';
const HELD_LEASE =
  'It was held when a backup was restored. Set or extend it if it is still to end by itself.';
const HELD_WORK = 'Held back when a backup was restored. Try it again if it is still to be done.';

/**
 * Leaves what a restored database would send out or do by itself: mail that has not left, deliveries to webhooks now
 * and later, what is mailed at times, reminders of campaigns, what the leases of accounts begin, and work that waits or was under way. A backup of before there were such
 * has none.
 */
export async function holdBack(client: pg.Client): Promise<void> {
  await client.query(
    `UPDATE outbox SET state = 'failed', ticket = NULL, claim = NULL, next_try = NULL, last_error = $1
      WHERE state IN ('queued', 'sending')`,
    [HELD_MAIL],
  );
  await holdWebhooks(client);
  await holdSchedules(client);
  await holdAttestations(client);
  await holdLeases(client);
  // After the webhooks, which would be notified that it failed.
  await holdWork(client);
}

async function holdWebhooks(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('webhooks') IS NOT NULL`);
  if (!rowCount) return;
  await client.query('UPDATE webhooks SET active = false, trouble = $1 WHERE active', [SWITCHED_OFF]);
  await client.query(
    `UPDATE webhook_deliveries SET state = 'given_up', error = $1, next_try = NULL, finished_at = now()
      WHERE state = 'waiting'`,
    [SWITCHED_OFF],
  );
}

async function holdSchedules(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('report_schedules') IS NOT NULL`);
  if (!rowCount) return;
  await client.query(
    `WITH held AS (
       UPDATE report_schedules SET active = false, next_run = NULL, lock_version = lock_version + 1
       WHERE active RETURNING id, owner)
     INSERT INTO report_schedule_events (schedule_id, by, what) SELECT id, owner, $1 FROM held`,
    [PAUSED],
  );
}

/** Their reminders are taken out: the recipients of the original are not reminded by a copy. */
async function holdAttestations(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('attestation_campaigns') IS NOT NULL`);
  if (!rowCount) return;
  await client.query(
    `WITH held AS (
       UPDATE attestation_campaigns SET remind_days = '{}'
       WHERE state IN ('open', 'starting') AND remind_days <> '{}' RETURNING id, begun_by)
     INSERT INTO attestation_events (campaign_id, by, what) SELECT id, begun_by, $1 FROM held`,
    [UNREMINDED],
  );
}

/** The original freezes accounts and mails their owners; a copy does not. */
async function holdLeases(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('account_leases') IS NOT NULL`);
  if (!rowCount) return;
  await client.query(
    `WITH held AS (
       UPDATE account_leases SET held = true, lock_version = lock_version + 1 WHERE NOT held RETURNING cloud_parent_id)
     INSERT INTO account_lease_events (cloud_parent_id, what, reason) SELECT cloud_parent_id, 'Lease held', $1 FROM held`,
    [HELD_LEASE],
  );
}

/** As work fails otherwise. A backup of before work had steps and looked again has neither. */
async function holdWork(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`SELECT WHERE to_regclass('jobs_under_way') IS NOT NULL`);
  if (rowCount)
    await client.query(
      `UPDATE jobs SET next_look = NULL,
         steps = (SELECT coalesce(jsonb_agg(CASE WHEN step ->> 'state' = 'running'
             THEN step || jsonb_build_object('state', 'failed', 'finished_at', now()) ELSE step END ORDER BY place), '[]')
           FROM jsonb_array_elements(steps) WITH ORDINALITY AS each(step, place))
        WHERE state IN ('queued', 'running')`,
    );
  await client.query(
    `UPDATE jobs SET state = 'failed', ticket = NULL, claim = NULL, next_try = NULL, error = $1, finished_at = now()
      WHERE state IN ('queued', 'running')`,
    [HELD_WORK],
  );
}
