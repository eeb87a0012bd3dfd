import type { Database } from '#server/platform/database/database.ts';

/** What journeys know of the webhooks that are there. */
export const ledger = { name: 'Orchard Ledger', given: 'cost_centers.updated' } as const;

/** Puts webhooks into a portal's database, of which none is told anything, with a log of what one was told before. */
export async function fillWebhooks(db: Database): Promise<void> {
  await db.query({
    text: `INSERT INTO webhooks (name, url, events, active, trouble, made_by) VALUES
      ($1, 'https://ledger.orchard.invalid/hooks', '["cost_centers.*", "billing_run.*"]', false, NULL, 'hazel.thorn@example.com'),
      ('Orchard Chat', 'https://chat.orchard.invalid/incoming/skyledger', '["job.*"]', false,
       'It answered 410 Gone, so nothing is sent to it any more.', 'hazel.thorn@example.com')`,
    values: [ledger.name],
  });
  await db.query({
    text: `INSERT INTO webhook_deliveries (webhook_id, webhook, event, record_id, message_id, state, attempts, status_code, answer,
        error, next_try, finished_at, created_at)
      SELECT (SELECT id FROM webhooks WHERE name = $1), $1, $2, n, 'msg_orchard' || n,
        CASE n % 7 WHEN 0 THEN 'waiting' ELSE 'delivered' END, 1, CASE n % 7 WHEN 0 THEN 503 ELSE 200 END,
        CASE n % 7 WHEN 0 THEN 'closed for today' ELSE 'thank you' END, CASE n % 7 WHEN 0 THEN 'It answered 503.' END,
        CASE n % 7 WHEN 0 THEN now() END, CASE n % 7 WHEN 0 THEN NULL ELSE now() - make_interval(hours => n) END,
        now() - make_interval(hours => n)
      FROM generate_series(1, 30) n`,
    values: [ledger.name, ledger.given],
  });
}
