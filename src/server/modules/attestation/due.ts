import type { FastifyInstance } from 'fastify';
import { dayAfter } from '#kernel/dates.ts';
import { startOfDay } from '#server/engine/time-zone.ts';
import { lookRegularly } from '#server/platform/process/look-regularly.ts';
import { ATTESTATION, enqueueLetters, runKeyOf } from './campaign-job.ts';
import type { AttestationParts } from './parts.ts';
import { lockCampaign, noteEvent, openCampaigns, setCampaign, type StoredCampaign } from './store.ts';

/** Campaigns end and remind at hours. */
const LOOK_MS = 10_000;
/** In the morning of its day a reminder is sent. */
const MORNING_MS = 8 * 3_600_000;
/** In whose name the clock does something. */
export const CLOCK = 'clock';

/** The moment at which the last day of a campaign has passed. */
export const endOf = (lastDay: string, zone: string): string => startOfDay(dayAfter(lastDay, 1), zone);

/** The day for which a campaign is to remind now: the last of those that have come since it reminded; null for none. */
export function reminderDue(
  { last_day: last, remind_days: days, reminded_day: reminded, time_zone: zone }: StoredCampaign,
  now: Date,
): string | null {
  const due = days
    .map((before) => dayAfter(last, -before))
    .filter((day) => day > reminded && Date.parse(startOfDay(day, zone)) + MORNING_MS <= now.getTime());
  return due.toSorted().at(-1) ?? null;
}

/**
 * Ends the campaigns whose last day has passed, and has those remind whose day has come: each once, however many processes look,
 * and also for a day that passed while none did. Answers how many it did something about.
 */
export async function doWhatIsDue(parts: Pick<AttestationParts, 'db' | 'jobs'>, now: Date): Promise<number> {
  const { db, jobs } = parts;
  let done = 0;
  for (const campaign of await openCampaigns(db)) {
    const isOver = Date.parse(campaign.ends_at) <= now.getTime();
    if (!isOver && reminderDue(campaign, now) === null) continue;
    const isDone = await db.transaction(async (tx) => {
      const held = await lockCampaign(tx, campaign.id);
      if (held.state !== 'open') return false;
      if (Date.parse(held.ends_at) <= now.getTime()) {
        await setCampaign(tx, held.id, { state: 'closed', closed_at: now.toISOString(), closed_by: null });
        await noteEvent(tx, held.id, CLOCK, 'The last day has passed, and the campaign is closed.');
        return true;
      }
      const day = reminderDue(held, now);
      if (day === null || (await jobs.isUnderWay(tx, ATTESTATION, runKeyOf(held.id)))) return false;
      const requestId = `attestation-${held.id}-${day}`;
      await enqueueLetters(tx, parts, held, { does: 'remind', day, by: held.begun_by, requestId });
      return true;
    });
    if (isDone) done += 1;
  }
  if (done > 0) jobs.wake(ATTESTATION);
  return done;
}

/** Has this process look for what is due while the portal runs. Where no campaign is under way, that is one short query. */
export function lookForDue(app: FastifyInstance, parts: AttestationParts): void {
  lookRegularly(app, {
    everyMs: LOOK_MS,
    look: async () => {
      await parts.queue.ready();
      await doWhatIsDue(parts, new Date());
    },
    // A database that is away is reported by others; what is due stays due.
    onFailure: (error) =>
      parts.log.debug({ err: error }, 'it could not be looked for campaigns that are due'),
  });
}
