import { Readable } from 'node:stream';
import { listRuns, readRun as readRunCall, runFile, type Run, type RunSort } from '#calls/runs.ts';
import { RUN_STATES } from '#kernel/billing/runs.ts';
import { notFound } from '#kernel/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { filesOf, readFile } from '#server/platform/files/store.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveFile, serveWhole } from '#server/platform/http/serve.ts';
import { workList } from '#server/platform/jobs/work-list.ts';
import { demandRun, OWNED_BY_RUN, readRun, RUN_COLUMNS } from './run.ts';

const list = workList<Run, Run['state'], RunSort>({
  table: 'billing_runs r',
  select: `SELECT ${RUN_COLUMNS} FROM billing_runs r`,
  states: RUN_STATES,
  sorted: {
    id: 'r.id',
    provider: 'r.provider',
    month: 'r.month',
    state: 'r.state',
    file_name: 'r.file_name',
    created_by: 'r.created_by',
    created_at: 'r.created_at',
  },
  order: 'r.created_at DESC, r.id DESC',
  searched: ['file_name', 'provider', `to_char(r.month, 'YYYY-MM')`, 'created_by'],
});

/** Looking at the runs: all of them, one, and the file that it came from. */
export function runRoutes(door: Door, db: Database): void {
  serveWhole(door, listRuns, async ({ query }) => {
    const { rows, meta } = await list.read(db, query, null);
    return { data: rows, meta };
  });
  serve(door, readRunCall, async ({ params: { id } }) => readRun(db, id));
  serveFile(door, runFile, async ({ params: { id, file: wanted } }, reply) => {
    await demandRun(db, id);
    const files = await filesOf(db, { kind: OWNED_BY_RUN, id });
    const file = files.find((one) => one.id === wanted);
    if (!file) throw notFound('The file');
    return asDownload(reply, file.name, file.content_type)
      .header('content-length', file.size)
      .send(Readable.from(readFile(db, file.id), { objectMode: false }));
  });
}
