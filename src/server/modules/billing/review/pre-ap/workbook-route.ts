import { Readable } from 'node:stream';
import { reconciliation, workbook } from '#calls/reconciliation.ts';
import type { Database } from '#server/platform/database/database.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { readFile } from '#server/platform/files/store.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve, serveFile } from '#server/platform/http/serve.ts';
import { demandRun } from '../../runs/run.ts';
import { reconcile } from '../../runs/reconciliation.ts';
import { keepWorkbook } from './run-files.ts';

/** The workbook of a run as it is at this moment, and the rows of its reconciliation sheet. */
export function workbookRoute(door: Door, db: Database): void {
  serveFile(door, workbook, async ({ params: { id } }, reply) => {
    await demandRun(db, id);
    const file = await keepWorkbook(db, id);
    return asDownload(reply, file.name, file.content_type)
      .header('content-length', file.size)
      .send(Readable.from(readFile(db, file.id), { objectMode: false }));
  });
  serve(door, reconciliation, async ({ params: { id } }) => {
    await demandRun(db, id);
    return reconcile(db, id);
  });
}
