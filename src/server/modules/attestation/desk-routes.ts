import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import {
  ATTESTATION_COLUMNS,
  attestationCsv,
  beginAttestation,
  closeAttestation,
  extendAttestation,
  listAttestationItems,
  listAttestations,
  readAttestation,
  remindNow,
} from '#calls/attestation.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { formatDay } from '#kernel/dates.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { LARGEST_PAGE_SIZE } from '#calls/shapes.ts';
import { zoneOf } from '#server/engine/time-zone.ts';
import { unlessNameTaken } from '#server/platform/database/errors.ts';
import { today } from '#server/platform/database/today.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import {
  Previewed,
  serve,
  serveChange,
  serveFile,
  servePrepared,
  serveWhole,
} from '#server/platform/http/serve.ts';
import { countRecipients, leftOutOf } from './recipients.ts';
import { ATTESTATION, enqueueLetters, runKeyOf, wasRemindedByHand } from './campaign-job.ts';
import { endOf } from './due.ts';
import { letterOf, pageOf } from './letters.ts';
import type { AttestationParts } from './parts.ts';
import {
  campaignsOf,
  itemsOf,
  lockCampaign,
  noteEvent,
  readCampaign,
  readInFull,
  setCampaign,
  type ItemFilters,
  type StoredCampaign,
} from './store.ts';

/** Stands in a preview for the credential of a link that is not made yet. */
const NO_LINK = '…';

/** What the desk reads of campaigns, and does with a whole one. */
export function deskRoutes(door: Door, parts: AttestationParts): void {
  serveReading(door, parts);
  serveBegin(door, parts);
  serveChanges(door, parts);
}

function serveReading(door: Door, { db }: AttestationParts): void {
  serveWhole(door, listAttestations, async () => {
    const data = await campaignsOf(db);
    return { data, meta: { total: data.length } };
  });
  serve(door, readAttestation, ({ params: { id } }) => readInFull(db, id));
  serveWhole(
    door,
    listAttestationItems,
    async ({ params: { id }, query: { page, per_page, ...filters } }) => {
      await readCampaign(db, id);
      const { rows, total } = await itemsOf(db, id, filters, { page, per_page });
      return { data: rows, meta: { total, page, per_page } };
    },
  );
  serveFile(door, attestationCsv, async ({ params: { id }, query: filters }, reply) => {
    await readCampaign(db, id);
    return asDownload(reply, `attestation_${id}_${today()}.csv`, 'text/csv; charset=utf-8').send(
      Readable.from(fileOf(db, id, filters), { objectMode: false }),
    );
  });
}

async function* fileOf(db: AttestationParts['db'], id: number, filters: ItemFilters): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([ATTESTATION_COLUMNS.map(headingOf)]);
  for (let page = 1; ; page += 1) {
    const { rows } = await itemsOf(db, id, filters, { page, per_page: LARGEST_PAGE_SIZE });
    yield* csvPortions(rows.map((row) => ATTESTATION_COLUMNS.map((name) => neutraliseCell(row[name] ?? ''))));
    if (rows.length < LARGEST_PAGE_SIZE) return;
  }
}

/** @throws {Refusal} 422 for a day that has passed */
function demandDay(day: string): void {
  if (day < today()) throw invalid([{ field: 'last_day', message: 'Last Day must be today or later.' }]);
}

function serveBegin(door: Door, parts: AttestationParts): void {
  const { db, services, queue, jobs, outbox, config } = parts;
  servePrepared(
    door,
    beginAttestation,
    async ({ body, actor, request }) => {
      const { dry_run: isPreview, ...wanted } = body;
      demandDay(wanted.last_day);
      const zone = zoneOf(request);
      if (isPreview) {
        const { first, ...counts } = await countRecipients(services, db, wanted.models);
        const of = { ...wanted, time_zone: zone, begun_by: actor.email };
        const letter = { link: pageOf(config.publicUrl, NO_LINK), contact: config.ccoeEmail, reminds: false };
        const mail = first && { to: first.email, ...letterOf(of, { ...letter, things: first.things }) };
        return new Previewed({
          data: {
            ...counts,
            left_out: await leftOutOf(services, db, wanted.models),
            mail,
            mail_leaves: outbox.hasServer,
          },
        });
      }
      await queue.ready();
      return async (tx) => {
        const id = await unlessNameTaken('campaign', wanted.name, () => addCampaign(tx, wanted, zone, actor));
        await noteEvent(
          tx,
          id,
          actor.email,
          `It was begun, with ${formatDay(wanted.last_day)} as its last day.`,
        );
        const work = { does: 'begin', day: null, by: actor.email, requestId: request.id } as const;
        await enqueueLetters(tx, parts, { id, name: wanted.name }, work);
        return readCampaign(tx, id);
      };
    },
    () => jobs.wake(ATTESTATION),
  );
}

async function addCampaign(
  tx: PoolClient,
  {
    name,
    models,
    last_day: day,
    remind_days: days,
  }: Pick<StoredCampaign, 'name' | 'models' | 'last_day' | 'remind_days'>,
  zone: string,
  by: { email: string; name: string | null },
): Promise<number> {
  // Reminders of days that have come already are not sent.
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO attestation_campaigns (name, models, last_day, time_zone, ends_at, remind_days, reminded_day, begun_by, begun_by_name)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [name, models, day, zone, endOf(day, zone), days, today(), by.email, by.name],
  );
  if (!rows[0]) throw new Error('The campaign was not kept.');
  return rows[0].id;
}

/** A campaign under way. @throws {Refusal} 404, 409 for one that is over or has not begun */
async function lockOpen(tx: PoolClient, id: number): Promise<StoredCampaign> {
  const campaign = await lockCampaign(tx, id);
  if (campaign.state === 'open') return campaign;
  if (campaign.state === 'starting')
    throw conflict('The owners are being written to at this moment. Try again once they were.');
  throw conflict(`${campaign.name} is not under way${campaign.state === 'closed' ? ' any more' : ''}.`);
}

function serveChanges(door: Door, parts: AttestationParts): void {
  const { queue, jobs } = parts;
  serveChange(door, extendAttestation, async (tx, { params: { id }, body, actor: { email: by } }) => {
    const campaign = await lockOpen(tx, id);
    const day = body.last_day ?? campaign.last_day;
    const days = body.remind_days ?? campaign.remind_days;
    demandDay(day);
    await setCampaign(tx, id, { last_day: day, ends_at: endOf(day, campaign.time_zone), remind_days: days });
    const notes = [
      ...(day === campaign.last_day
        ? []
        : [`The last day is ${formatDay(day)} now, not ${formatDay(campaign.last_day)}.`]),
      ...(String(days) === String(campaign.remind_days)
        ? []
        : [`Reminders: ${days.join(', ') || 'none'} days before it.`]),
    ];
    if (notes.length > 0) await noteEvent(tx, id, by, notes.join(' '));
    return readCampaign(tx, id);
  });

  serveChange(door, closeAttestation, async (tx, { params: { id }, actor: { email: by } }) => {
    await lockOpen(tx, id);
    await setCampaign(tx, id, { state: 'closed', closed_at: new Date().toISOString(), closed_by: by });
    await noteEvent(tx, id, by, 'It was closed before its last day.');
    return readCampaign(tx, id);
  });

  serveChange(
    door,
    remindNow,
    async (tx, { params: { id }, actor: { email: by }, request }) => {
      const campaign = await lockOpen(tx, id);
      if (await jobs.isUnderWay(tx, ATTESTATION, runKeyOf(id)))
        throw conflict('The owners are being written to at this moment. Try again once they were.');
      if (await wasRemindedByHand(tx, id))
        throw conflict('Who has not answered was reminded within the last hour. Remind them again later.');
      await enqueueLetters(tx, parts, campaign, { does: 'remind', day: null, by, requestId: request.id });
      return readCampaign(tx, id);
    },
    async (work) => {
      await queue.ready();
      const reply = await work();
      jobs.wake(ATTESTATION);
      return reply;
    },
  );
}
