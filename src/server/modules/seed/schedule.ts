import type { Filling } from './read-example.ts';

const OWNER = 'maya.okafor@example.com';

/** One schedule: the inventory for finance, on the first day of each month. */
export async function addSchedule({ tx, today }: Filling): Promise<void> {
  await tx.query(
    `WITH made AS (
       INSERT INTO report_schedules (name, report, rhythm, at, time_zone, recipients, owner, owner_name, updated_by, next_run)
       VALUES ('Inventory for Finance', 'inventory_report', 'first', '06:00', 'UTC', '{finance@example.com}', $1,
         'Maya Okafor', $1,
         (date_trunc('month', $2::timestamptz AT TIME ZONE 'UTC') + interval '1 month 6 hours') AT TIME ZONE 'UTC')
       RETURNING id)
     INSERT INTO report_schedule_events (schedule_id, by, what) SELECT id, $1, 'It was made.' FROM made`,
    [OWNER, today.toISOString()],
  );
}
