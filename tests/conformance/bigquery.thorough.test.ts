import { expect, it, onTestFinished } from 'vitest';
import { googleBills } from '#server/modules/billing/intake/sources/google.ts';
import { startBigQuery } from '#simulators/big-query/big-query.ts';
import { bigQueryJudge } from './clouds.ts';
import { conformanceOf } from './conforming.ts';
import { recorderBefore } from './proxy.ts';

const TABLE = 'billing.export';
const row = (cost: number) => ({
  billing_account_id: '01A2B3-C4D5E6-F7A8B9',
  invoice: { month: '202603' },
  project: { id: 'payments-1', name: 'Payments' },
  currency: 'EUR',
  cost,
});

it('BigQuery: everything that is said to fetch a bill is of its discovery document', async () => {
  const simulator = await startBigQuery(1);
  onTestFinished(() => simulator.close());
  simulator.put(TABLE, [row(1), row(2)]);
  const { url: api, exchanges } = await recorderBefore(simulator.url);
  const access = { project: 'finops-1', credentials: null, api, simulated: true };
  const source = googleBills({ table: `finops-1.${TABLE}`, mostGb: 10 }, true, async () => access);
  const { signal } = new AbortController();
  const { files } = await source.find('2026-03', 'once', signal);
  for (const file of files) await Array.fromAsync(source.read(file, signal));
  // The job is there, and is found again.
  await source.find('2026-03', 'once', signal);
  simulator.failNext('Access Denied: Table finops-1:billing.export', 'accessDenied');
  for (const work of ['refused', 'refused'])
    await source.find('2026-03', work, signal).catch((error: unknown) => error);
  await source.find('2026-04', 'empty', signal).catch((error: unknown) => error);

  const { faults, operations } = conformanceOf(bigQueryJudge(), exchanges);
  expect(faults).toEqual([]);
  expect([...operations].toSorted()).toEqual([
    'datasets.get',
    'jobs.get',
    'jobs.getQueryResults',
    'jobs.insert',
  ]);
});
