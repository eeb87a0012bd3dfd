import type { PoolClient } from 'pg';
import type { ScheduleEvent } from '#calls/schedules.ts';
import { conflict } from '#kernel/errors.ts';
import type { Values } from '#kernel/input.ts';
import type { Period, When } from '#kernel/schedule.ts';
import type { Database, Runner } from '#server/platform/database/database.ts';
import { unlessNameTaken } from '#server/platform/database/errors.ts';

/** A schedule as it is stored. */
export interface StoredSchedule extends When {
  id: number;
  name: string;
  report: string | null;
  view_id: number | null;
  parameters: Values;
  period: Period | null;
  recipients: string[];
  left_out: string[];
  active: boolean;
  owner: string;
  owner_name: string | null;
  next_run: string | null;
  last_run: string | null;
  last_result: 'sent' | 'failed' | null;
  last_error: string | null;
  last_job: string | null;
  lock_version: number;
  created_at: string;
  updated_at: string;
  updated_by: string;
}

/** What people say of a schedule. */
export type Wanted = When &
  Pick<
    StoredSchedule,
    'name' | 'report' | 'view_id' | 'parameters' | 'period' | 'recipients' | 'left_out' | 'active'
  >;

/** So many schedules are answered; nobody looks through more. */
const MOST_LISTED = 1000;
/** So many schedules may a person have. */
const MOST_OWN = 100;
/** So many events of one are answered. */
const MOST_EVENTS = 200;
/** A deleted schedule is kept so long for the undo. */
const KEPT_DAYS = 30;
/** The link of a mail works so long, and an event is kept so long. */
const LINK_DAYS = 400;

const COLUMNS = `id, name, report, view_id, parameters, period, rhythm, weekdays, at, time_zone, recipients, left_out,
  active, owner, owner_name, next_run, last_run, last_result, last_error, last_job, lock_version, created_at,
  updated_at, updated_by`;

/** The schedules of somebody. @param owner null: those of everybody */
export async function schedulesOf(db: Database, owner: string | null): Promise<StoredSchedule[]> {
  const { rows } = await db.query<StoredSchedule>(
    `SELECT ${COLUMNS} FROM report_schedules WHERE deleted_at IS NULL AND owner = coalesce($1, owner)
     ORDER BY lower(name), id LIMIT ${MOST_LISTED}`,
    [owner],
  );
  return rows;
}

/** A schedule; null where there is none, or none of this owner. @param lock it stays as it is until the end of the transaction */
export async function findSchedule(
  runner: Runner,
  id: number | null,
  {
    owner = null,
    deleted = false,
    lock = false,
  }: { owner?: string | null; deleted?: boolean; lock?: boolean } = {},
): Promise<StoredSchedule | null> {
  const { rows } = await runner.query<StoredSchedule>({
    text: `SELECT ${COLUMNS} FROM report_schedules
      WHERE id = $1 AND (deleted_at IS NOT NULL) = $2 AND owner = coalesce($3, owner)${lock ? ' FOR UPDATE' : ''}`,
    values: [id, deleted, owner],
  });
  return rows[0] ?? null;
}

const valuesOf = (wanted: Wanted, nextRun: Date | null) => [
  wanted.name,
  wanted.report,
  wanted.view_id,
  JSON.stringify(wanted.parameters),
  wanted.period,
  wanted.rhythm,
  wanted.weekdays,
  wanted.at,
  wanted.time_zone,
  wanted.recipients,
  wanted.left_out,
  wanted.active,
  nextRun?.toISOString() ?? null,
];

/** @throws {Refusal} 409 where the name is taken, or the person has as many as one may have */
export async function addSchedule(
  tx: PoolClient,
  owner: { email: string; name: string | null },
  wanted: Wanted,
  nextRun: Date | null,
): Promise<StoredSchedule> {
  const { rows: had } = await tx.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM report_schedules WHERE owner = $1 AND deleted_at IS NULL',
    [owner.email],
  );
  if ((had[0]?.count ?? 0) >= MOST_OWN)
    throw conflict(`You have ${MOST_OWN} schedules. Delete one that is no longer needed first.`);
  const { rows } = await unlessNameTaken('schedule', wanted.name, () =>
    tx.query<StoredSchedule>(
      `INSERT INTO report_schedules (name, report, view_id, parameters, period, rhythm, weekdays, at, time_zone,
         recipients, left_out, active, next_run, owner, owner_name, updated_by)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $14) RETURNING ${COLUMNS}`,
      [...valuesOf(wanted, nextRun), owner.email, owner.name],
    ),
  );
  return rows[0] as StoredSchedule;
}

/** @throws {Refusal} 409 where the name is taken */
export async function changeSchedule(
  tx: PoolClient,
  by: string,
  id: number,
  wanted: Wanted,
  nextRun: Date | null,
): Promise<StoredSchedule> {
  const { rows } = await unlessNameTaken('schedule', wanted.name, () =>
    tx.query<StoredSchedule>(
      `UPDATE report_schedules SET name = $1, report = $2, view_id = $3, parameters = $4, period = $5, rhythm = $6,
         weekdays = $7, at = $8, time_zone = $9, recipients = $10, left_out = $11, active = $12, next_run = $13,
         updated_by = $15, updated_at = now(), lock_version = lock_version + 1 WHERE id = $14 RETURNING ${COLUMNS}`,
      [...valuesOf(wanted, nextRun), id, by],
    ),
  );
  return rows[0] as StoredSchedule;
}

/** Deletes a schedule, or brings it back. @throws {Refusal} 409 where its name was taken meanwhile */
export async function deleteSchedule(
  tx: PoolClient,
  by: string,
  { id, name }: Pick<StoredSchedule, 'id' | 'name'>,
  { isDeleted, nextRun }: { isDeleted: boolean; nextRun: Date | null },
): Promise<StoredSchedule> {
  const { rows } = await unlessNameTaken('schedule', name, () =>
    tx.query<StoredSchedule>(
      `UPDATE report_schedules SET deleted_at = CASE WHEN $3 THEN now() END, next_run = $4, updated_by = $1,
         updated_at = now(), lock_version = lock_version + 1 WHERE id = $2 RETURNING ${COLUMNS}`,
      [by, id, isDeleted, nextRun?.toISOString() ?? null],
    ),
  );
  return rows[0] as StoredSchedule;
}

/** Whether any schedule is due. */
export async function isAnyDue(db: Database, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ due: boolean }>({
    name: 'schedules-due',
    text: `SELECT EXISTS (SELECT FROM report_schedules
      WHERE active AND deleted_at IS NULL AND next_run <= $1) AS due`,
    values: [now.toISOString()],
  });
  return rows[0]?.due ?? false;
}

/** The schedules that are due, which stay as they are until the end of the transaction; those that others hold are theirs. */
export async function lockDue(tx: PoolClient, now: Date): Promise<StoredSchedule[]> {
  const { rows } = await tx.query<StoredSchedule>(
    `SELECT ${COLUMNS} FROM report_schedules
     WHERE active AND deleted_at IS NULL AND next_run <= $1 ORDER BY next_run, id LIMIT 100 FOR UPDATE SKIP LOCKED`,
    [now.toISOString()],
  );
  return rows;
}

/** What came of a run of a schedule. */
export interface RunEnd {
  job: string;
  /** Null: it was sent. */
  error: string | null;
  /** The time that it was done for; null where somebody had it done beside its times. */
  due: string | null;
  /** When it is done next, where it was done for a time. */
  next: Date | null;
}

/** Keeps what came of a run, and goes on to the next time unless the times were changed meanwhile. */
export async function endRun(tx: PoolClient, id: number, { job, error, due, next }: RunEnd): Promise<void> {
  await tx.query(
    `UPDATE report_schedules SET last_run = now(), last_job = $2, last_error = $3,
       last_result = CASE WHEN $3::text IS NULL THEN 'sent' ELSE 'failed' END,
       next_run = CASE WHEN next_run = $4 THEN $5 ELSE next_run END WHERE id = $1`,
    [id, job, error, due, next?.toISOString() ?? null],
  );
}

/** Notes something that happened to a schedule, as a sentence. */
export async function noteEvent(
  tx: PoolClient,
  id: number,
  { by, what, job = null }: { by: string; what: string; job?: string | null },
): Promise<void> {
  await tx.query('INSERT INTO report_schedule_events (schedule_id, by, what, job) VALUES ($1, $2, $3, $4)', [
    id,
    by,
    what,
    job,
  ]);
}

/** What happened to a schedule, the newest first. */
export async function eventsOf(db: Database, id: number): Promise<ScheduleEvent[]> {
  const { rows } = await db.query<ScheduleEvent>(
    `SELECT id::integer, at, by, what, job FROM report_schedule_events WHERE schedule_id = $1
     ORDER BY id DESC LIMIT ${MOST_EVENTS}`,
    [id],
  );
  return rows;
}

/** Removes schedules whose deletion nobody undoes any more, and links and events of long ago. */
export async function removeOldSchedules(db: Database): Promise<void> {
  await db.query(`DELETE FROM report_schedules WHERE deleted_at < now() - interval '${KEPT_DAYS} days'`);
  await db.query(`DELETE FROM report_schedule_links WHERE created_at < now() - interval '${LINK_DAYS} days'`);
  await db.query(`DELETE FROM report_schedule_events WHERE at < now() - interval '${LINK_DAYS} days'`);
}
