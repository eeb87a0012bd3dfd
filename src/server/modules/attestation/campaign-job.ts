import type { PoolClient } from 'pg';
import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import { actorOf } from '#server/platform/http/request-actor.ts';
import type { JobContext, JobKind } from '#server/platform/jobs/kind.ts';
import type { JobRow } from '#server/platform/jobs/store.ts';
import { IS_THERE, keepRecipients, leftOutOf, type Recipient } from './recipients.ts';
import { writeToAll } from './letters.ts';
import type { AttestationParts } from './parts.ts';
import { lockCampaign, noteEvent, setCampaign, type StoredCampaign } from './store.ts';

/** Names the jobs that write to owners. */
export const ATTESTATION = 'attestation';
const ASK = 'Write to the owners';
const ATTEMPTS = 5;

const inputOf = z.object({
  campaign: z.int(),
  does: z.enum(['begin', 'remind']),
  /** The day for which it reminds; null where somebody had it done beside the days. */
  day: z.string().nullable(),
});
type Input = z.output<typeof inputOf>;

/** Names the work of one campaign, of which one is under way at a time. */
export const runKeyOf = (id: number): string => `attestation ${id}`;

/** Enqueues the job that writes to the owners of a campaign. */
export const enqueueLetters = (
  tx: PoolClient,
  { jobs }: Pick<AttestationParts, 'jobs'>,
  { id, name }: Pick<StoredCampaign, 'id' | 'name'>,
  { does, day, by, requestId }: Pick<Input, 'does' | 'day'> & { by: string; requestId: string },
): Promise<JobRow> =>
  jobs.enqueue(tx, {
    kind: ATTESTATION,
    title: `${does === 'begin' ? 'Ask the owners of' : 'Remind the owners of'} ${name}`,
    input: { campaign: id, does, day } satisfies Input,
    createdBy: by,
    requestId,
    runKey: runKeyOf(id),
  });

/** Whether somebody had everybody reminded within the last hour: nobody floods the mailboxes of all owners by pressing a button. */
export async function wasRemindedByHand(tx: PoolClient, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM jobs WHERE kind = $1 AND run_key = $2 AND input ->> 'does' = 'remind' AND input ->> 'day' IS NULL
       AND state <> 'failed' AND created_at > now() - interval '1 hour' LIMIT 1`,
    [ATTESTATION, runKeyOf(id)],
  );
  return rowCount === 1;
}

/**
 * Writes to all owners of a campaign. Whom it asks about what, the mails and the end of the job commit together: an attempt that
 * dies has written to nobody, and the next one writes to each once.
 */
export function campaignJob(parts: AttestationParts): JobKind {
  return {
    name: ATTESTATION,
    attempts: ATTEMPTS,
    steps: [ASK],
    guard: (request) => parts.services.demand(actorOf(request), 'run_attestations'),
    async again(tx, { input }) {
      const { campaign, does } = inputOf.parse(input);
      if (does === 'begin') await setCampaign(tx, campaign, { state: 'starting', problem: null });
    },
    async run(context) {
      const input = inputOf.parse(context.input);
      await context.step(ASK);
      return async (tx) => {
        const campaign = await lockCampaign(tx, input.campaign);
        return input.does === 'begin'
          ? begin(parts, tx, campaign, context)
          : remind(parts, tx, campaign, input, context);
      };
    },
    async failed(tx, { input, createdBy: by }, reason) {
      const { campaign, does } = inputOf.parse(input);
      if (does === 'begin') await setCampaign(tx, campaign, { state: 'failed', problem: reason });
      await noteEvent(tx, campaign, by, `Nobody was written to: ${reason}`);
    },
  };
}

const people = (count: number): string => (count === 1 ? '1 owner' : `${count} owners`);

async function begin(
  parts: AttestationParts,
  tx: PoolClient,
  campaign: StoredCampaign,
  { createdBy: by, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): Promise<Record<string, unknown>> {
  if (campaign.state !== 'starting') return { note: 'The campaign was begun already.' };
  const { services } = parts;
  // Before its things are kept, which would lock what others change meanwhile for no reason.
  const left = await leftOutOf(services, tx, campaign.models);
  const owners = await keepRecipients(services, tx, campaign);
  if (owners.length === 0)
    throw new Refusal(422, 'There is nobody to ask: nothing names an owner who is there.');
  await writeToAll(tx, parts, campaign, owners, { reminds: false, by, requestId });
  await setCampaign(tx, campaign.id, {
    state: 'open',
    problem: null,
    left_out: JSON.stringify(left),
    begun_at: new Date().toISOString(),
  });
  await noteEvent(tx, campaign.id, by, `${people(owners.length)} were notified by mail.`);
  return { mails: owners.length };
}

async function remind(
  parts: AttestationParts,
  tx: PoolClient,
  campaign: StoredCampaign,
  { day }: Pick<Input, 'day'>,
  { createdBy: by, requestId }: Pick<JobContext, 'createdBy' | 'requestId'>,
): Promise<Record<string, unknown>> {
  if (campaign.state !== 'open') return { note: 'The campaign is over.' };
  if (day !== null && day <= campaign.reminded_day)
    return { note: 'The reminder of this day was sent already.' };
  const { rows: owners } = await tx.query<Recipient>(
    `SELECT o.id, o.email, o.name, count(*)::integer AS things FROM attestation_owners o
       JOIN attestation_items i ON i.owner_id = o.id AND i.answer IS NULL
     WHERE o.campaign_id = $1 AND ${IS_THERE} GROUP BY o.id ORDER BY o.email`,
    [campaign.id],
  );
  await writeToAll(tx, parts, campaign, owners, { reminds: true, by, requestId });
  if (day !== null) await setCampaign(tx, campaign.id, { reminded_day: day });
  const what =
    owners.length === 0 ? 'Nobody had to be reminded.' : `${people(owners.length)} were reminded by mail.`;
  await noteEvent(tx, campaign.id, by, what);
  return { mails: owners.length };
}
