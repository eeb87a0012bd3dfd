import { Readable } from 'node:stream';
import { processAzure, processGoogle } from '#calls/bills.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveOnce } from '#server/platform/http/serve.ts';
import type { BillingParts } from '../../runs/parts.ts';
import type { Begins } from './add-files.ts';
import { beginRun } from './begin-run.ts';
import { keepBill } from './bill-files.ts';
import { writtenIn } from './bill-written.ts';
import type { BillRequest } from './take-file.ts';

/** The calls of the billing page: the file comes in base64, and the run is followed by its job. */
export function processRoutes(door: Door, parts: BillingParts): void {
  serveOnce(door, processAzure, ({ query, body, actor, request }, once) => {
    const { data, name, ...written } = body;
    const details = { name: name ?? 'azure-invoice', month: null, written: writtenIn(written) };
    const { existing = null, split } = query;
    const stated = { provider: 'azure', existing, amortised: split !== undefined, ...details } as const;
    return beginWith(parts, { request, by: actor.email, once }, stated, data);
  });
  serveOnce(door, processGoogle, ({ query, body, actor, request }, once) => {
    const { data, name, date, ...written } = body;
    const details = { name: name ?? 'google-invoice', month: date ?? null, written: writtenIn(written) };
    const stated = {
      provider: 'gcp',
      existing: query.existing ?? null,
      amortised: false,
      ...details,
    } as const;
    return beginWith(parts, { request, by: actor.email, once }, stated, data);
  });
}

async function beginWith(
  parts: BillingParts,
  begins: Begins,
  stated: Pick<BillRequest, 'provider' | 'existing' | 'amortised' | 'name' | 'month' | 'written'>,
  data: Uint8Array<ArrayBuffer>,
) {
  await parts.queue.ready();
  const file = Readable.from([Buffer.from(data.buffer, data.byteOffset, data.length)]);
  const kept = [await keepBill(parts.db, { name: stated.name, by: begins.by }, file)];
  const wanted = { ...stated, currency: null, reference: null, postingDay: null };
  return beginRun(parts, begins, wanted, { kept, staged: false });
}
