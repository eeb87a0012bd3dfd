import { Readable } from 'node:stream';
import { processAzure, processGoogle } from '#calls/bills.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serveOnce } from '#server/platform/http/serve.ts';
import type { BillingParts } from '../../runs/parts.ts';
import type { Begins } from './add-files.ts';
import { beginRun } from './begin-run.ts';
import { keepBill } from './bill-files.ts';
import { writtenIn } from './bill-written.ts';
import type { BillAsked } from './take-file.ts';

/** The calls of the billing page: the file comes in base64, and the run is followed by its job. */
export function processRoutes(door: Door, parts: BillingParts): void {
  serveOnce(door, processAzure, ({ query, body, actor, request }, once) => {
    const { data, name, ...written } = body;
    const asked = { name: name ?? 'azure-invoice', month: null, written: writtenIn(written) };
    const { existing = null, split } = query;
    const told = { provider: 'azure', existing, amortised: split !== undefined, ...asked } as const;
    return beginWith(parts, { request, by: actor.email, once }, told, data);
  });
  serveOnce(door, processGoogle, ({ query, body, actor, request }, once) => {
    const { data, name, date, ...written } = body;
    const asked = { name: name ?? 'google-invoice', month: date ?? null, written: writtenIn(written) };
    const told = { provider: 'gcp', existing: query.existing ?? null, amortised: false, ...asked } as const;
    return beginWith(parts, { request, by: actor.email, once }, told, data);
  });
}

async function beginWith(
  parts: BillingParts,
  begins: Begins,
  told: Pick<BillAsked, 'provider' | 'existing' | 'amortised' | 'name' | 'month' | 'written'>,
  data: Uint8Array<ArrayBuffer>,
) {
  await parts.queue.ready();
  const file = Readable.from([Buffer.from(data.buffer, data.byteOffset, data.length)]);
  const kept = [await keepBill(parts.db, { name: told.name, by: begins.by }, file)];
  const asked = { ...told, currency: null, reference: null, postingDay: null };
  return beginRun(parts, begins, asked, { kept, staged: false });
}
