import type { PoolClient } from 'pg';
import { leaveSchedule, lookAtLeaving, type Leaving } from '#calls/schedules.ts';
import { Refusal } from '#kernel/errors.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange } from '#server/platform/http/serve.ts';
import { goesToMany } from '../served.ts';
import { readLink } from './links.ts';
import type { ScheduleParts } from './parts.ts';
import { changeSchedule, findSchedule, noteEvent, type StoredSchedule } from './store.ts';

/** The schedule and the address of a link: one answer for whatever is not right about it. @throws {Refusal} 403 */
async function demandLink(
  { config }: ScheduleParts,
  runner: Runner,
  credential: string,
  lock: boolean,
): Promise<{ schedule: StoredSchedule; address: string }> {
  const link = await readLink(runner, credential);
  const schedule = link && (await findSchedule(runner, link.schedule, { lock }));
  if (link && schedule) return { schedule, address: link.address };
  throw new Refusal(
    403,
    `This link is not good, or the mail is not sent any more. Where it still comes, write to the CCoE team at ${config.ccoeEmail}.`,
  );
}

/** The calls of who has the link of a mail: what it is about, and that they want no more of it. */
export function registerLeaving(door: Door, parts: ScheduleParts): void {
  serve(door, lookAtLeaving, async ({ query: { credential } }) => {
    const { schedule, address } = await demandLink(parts, parts.db, credential, false);
    return present(schedule, address);
  });
  serveChange(door, leaveSchedule, (tx, { query: { credential } }) => leaveByLink(parts, tx, credential));
}

/** Takes the recipient of a mail out by its link; once more changes nothing. @throws {Refusal} 403 */
export async function leaveByLink(
  parts: ScheduleParts,
  tx: PoolClient,
  credential: string,
): Promise<Leaving> {
  const { schedule, address } = await demandLink(parts, tx, credential, true);
  return hasLeft(schedule, address)
    ? present(schedule, address)
    : present(await takeOut(parts, tx, schedule, address), address);
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const hasLeft = ({ left_out: left }: StoredSchedule, address: string): boolean =>
  left.some((one) => isSame(one, address));

const present = (schedule: StoredSchedule, address: string): Leaving => ({
  schedule: schedule.name,
  address,
  left: hasLeft(schedule, address),
});

/** Takes an address out of a schedule, which is paused where nobody is left. */
async function takeOut(
  { reports }: ScheduleParts,
  tx: PoolClient,
  schedule: StoredSchedule,
  address: string,
): Promise<StoredSchedule> {
  const recipients = schedule.recipients.filter((one) => !isSame(one, address));
  const served = reports.find(({ report }) => report.name === schedule.report);
  const isOver = recipients.length === 0 && !(served && goesToMany(served));
  const active = schedule.active && !isOver;
  const wanted = { ...schedule, recipients, left_out: [...schedule.left_out, address], active };
  // Its time stays: somebody who leaves moves nothing for the others.
  const next = active && schedule.next_run !== null ? new Date(schedule.next_run) : null;
  const changed = await changeSchedule(tx, address.toLowerCase(), schedule.id, wanted, next);
  const over = isOver ? ' Nobody is left, so it is paused.' : '';
  const what = `${address} took themselves out, by the link of a mail.${over}`;
  await noteEvent(tx, schedule.id, { by: address.toLowerCase(), what });
  return changed;
}
