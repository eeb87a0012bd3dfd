import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import {
  acknowledgeAnomaly,
  addMute,
  anomaliesCsv,
  ANOMALY_COLUMNS,
  listAnomalies,
  listMutes,
  removeMute,
  type AnomalyMute,
} from '#calls/anomalies.ts';
import { cloudName } from '#kernel/clouds.ts';
import { neutraliseCell } from '#kernel/csv/csv-cells.ts';
import { headingOf } from '#kernel/csv/headings.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { today } from '#server/platform/database/today.ts';
import { BYTE_ORDER_MARK, csvLines, csvPortions } from '#server/platform/files/csv.ts';
import { asDownload } from '#server/platform/files/download.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveChange, serveFile, serveWhole } from '#server/platform/http/serve.ts';
import { readState } from '../running/readings.ts';
import { countStates, readAnomalies, readAnomaly } from './anomalies.ts';

const MUTE = 'id, account, service, until, reason, created_by, created_at';

/** The calls for what is unusual, and for what is muted. */
export function anomalyRoutes(door: Door, db: Database): void {
  serveWhole(door, listAnomalies, async ({ query: { page, per_page, ...filter } }) => {
    const states = await countStates(db, filter);
    const total =
      filter.by_state === null
        ? Object.values(states).reduce((sum, count) => sum + count, 0)
        : states[filter.by_state];
    const data = await readAnomalies(db, filter, { page, per_page });
    return { data, meta: { total, page, per_page, states, reading: await readState(db) } };
  });
  serveFile(door, anomaliesCsv, async ({ query }, reply) => {
    const rows = (await readAnomalies(db, query, null)).map(
      (one): Record<(typeof ANOMALY_COLUMNS)[number], string | null> => ({
        ...one,
        provider: cloudName(one.provider),
        acknowledged_by: one.acknowledged?.by ?? null,
        reason: one.acknowledged?.reason ?? null,
      }),
    );
    async function* file(): AsyncGenerator<string> {
      yield BYTE_ORDER_MARK + csvLines([ANOMALY_COLUMNS.map(headingOf)]);
      yield* csvPortions(rows.map((row) => ANOMALY_COLUMNS.map((name) => neutraliseCell(row[name] ?? ''))));
    }
    return asDownload(reply, 'anomalies.csv', 'text/csv; charset=utf-8').send(
      Readable.from(file(), { objectMode: false }),
    );
  });
  serveChange(door, acknowledgeAnomaly, async (tx, { params: { id }, body: { reason }, actor }) => {
    await tx.query(
      'UPDATE anomalies SET acknowledged_by = $2, acknowledged_name = $3, acknowledged_at = now(), reason = $4 WHERE id = $1',
      [id, actor.email, actor.name, reason],
    );
    const changed = await readAnomaly(tx, id);
    if (!changed) throw notFound(`Anomaly ${id}`);
    return changed;
  });
  serve(door, listMutes, async () => {
    const text = `SELECT ${MUTE} FROM anomaly_mutes WHERE until >= today() ORDER BY until, id`;
    return (await db.query<AnomalyMute>({ text, values: [] })).rows;
  });
  serveChange(door, addMute, async (tx, { body: { account, service, until, reason }, actor }) => {
    if (until < today()) throw invalid([{ field: 'until', message: 'Choose today or a later day.' }]);
    return muteOf(
      tx,
      `INSERT INTO anomaly_mutes (account, service, until, reason, created_by) VALUES ($1, $2, $3, $4, $5) RETURNING ${MUTE}`,
      [account, service, until, reason, actor.email],
    );
  });
  serveChange(door, removeMute, (tx, { params: { id } }) =>
    muteOf(tx, `DELETE FROM anomaly_mutes WHERE id = $1 RETURNING ${MUTE}`, [id], `Mute ${id}`),
  );
}

async function muteOf(
  tx: PoolClient,
  text: string,
  values: readonly unknown[],
  noun = 'The mute',
): Promise<AnomalyMute> {
  const { rows } = await tx.query<AnomalyMute>(text, [...values]);
  if (!rows[0]) throw notFound(noun);
  return rows[0];
}
