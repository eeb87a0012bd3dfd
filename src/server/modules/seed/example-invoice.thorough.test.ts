import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { engineParts } from '#server/engine-parts.ts';
import { EngineServices } from '#server/engine/services.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { Row } from '#tests/support/api.ts';
import { billingDesk } from '#tests/support/billing/billing-desk.ts';
import { skyledger } from '#tests/support/command-line.ts';
import { withPortal } from '#tests/support/portal.ts';
import { fillUntouchedDatabase } from './example-data.ts';
import { exampleInvoice } from './example-invoice.ts';

const TODAY = new Date('2028-02-29T12:00:00Z');
const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const config = loadConfig({ NODE_ENV: 'test', SECRET_KEY: 'a secret for tests that nobody else has' });
  await fillUntouchedDatabase(new EngineServices(engineParts(config, portal.db)), { now: TODAY });
});

it('becomes a run with one project that nobody knows, which balances to the cent once that is assigned', async () => {
  const invoice = exampleInvoice(TODAY);
  const due = /^Total amount due,(.+)\r$/m.exec(invoice)?.[1] ?? '';
  const month = /^Invoice date,(\d{4}-\d{2})/m.exec(invoice)?.[1] ?? '';
  const run = await desk.run('gcp', invoice, { month });
  expect(run).toMatchObject({ state: 'needs_review', format: 'google-cost-table', month, exceptions: 1 });
  const [unknown] = await desk.exceptions(run.id);
  expect(unknown).toMatchObject({ identifier: 'player-insights-preview', assignable: true });

  const [payer] = (await portal.api.get<Row[]>('/cost_centers?by_identifier=1000430050')).body.data;
  const { exceptions, totals } = await desk.assign(run.id, unknown?.identifier ?? '', payer?.id ?? 0);
  expect(exceptions).toBe(0);
  expect(totals).toMatchObject([
    { currency: 'EUR', invoice: due, allocated: due, unallocated: '0.00', postings: due },
  ]);
});

it('is of the month before, at the end of a long month and at the turn of the year too', () => {
  const datesOf = (today: string) =>
    exampleInvoice(new Date(today)).match(/^(?:Invoice|Due) date,.*(?=\r)/gm) ?? [];
  expect(datesOf('2026-03-31')).toEqual(['Invoice date,2026-02-28', 'Due date,2026-03-31']);
  expect(datesOf('2027-01-01')).toEqual(['Invoice date,2026-12-31', 'Due date,2027-01-31']);
});

it('is written by its command, which replaces no file', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'skyledger-invoice-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'google.csv');
  const write = () => skyledger({ DATA_DIR: folder }, 'example', 'invoice', file);
  expect(await write()).toEqual({ code: 0, output: expect.stringContaining(`${file} is written.`) });
  const text = readFileSync(file, 'utf8');
  expect(text.split('\r\n').length).toBeGreaterThan(20);
  expect(await write()).toEqual({ code: 1, output: expect.stringContaining('cannot be written') });
  expect(readFileSync(file, 'utf8')).toBe(text);
});
