import { accessReview } from '#calls/directory.ts';
import type { Database } from '#server/platform/database/database.ts';
import { today } from '#server/platform/database/today.ts';
import { asDownload } from '#server/platform/files/download.ts';
import { writeXlsx } from '#server/platform/files/xlsx.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveFile } from '#server/platform/http/serve.ts';
import { reviewSheets } from './review-sheets.ts';

/** `GET /api/ad/access_review.xlsx`: the workbook in which dormant groups are reviewed. */
export function reviewRoute(door: Door, db: Database, publicUrl: string): void {
  serveFile(door, accessReview, async ({ query: { cloud }, actor }, reply) => {
    const sheets = await reviewSheets(db, { cloud, by: actor.email, publicUrl });
    const name = ['access_review', ...(cloud === null ? [] : [cloud]), today()].join('_');
    return asDownload(reply, `${name}.xlsx`, accessReview.file).send(writeXlsx(sheets));
  });
}
