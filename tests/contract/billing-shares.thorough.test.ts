import { beforeAll, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { azureMca, googleCostTable } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { downloadPreAp } from '#tests/support/billing/pre-ap.ts';
import { type Booked, bookedOtherwise } from '#tests/support/billing/reviewed-postings.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const center = {
    companies_id: await company('1000'),
    cloud_contact_id: await contact('shares@example.com'),
  };
  for (const name of ['S1', 'S2', 'S3', 'S4']) await costCenter(name, center);
  await account('s-1', 'S1');
  await account('s-2', 'S2');
  await account('s-gcp-1', 'S1', 'GcpCloudParent');
  await account('s-gcp-2', 'S2', 'GcpCloudParent');
});

/** The postings of a run by what they are charged to. */
const byCenter = async (run: number) =>
  Object.fromEntries((await desk.postings(run)).map((one) => [one.cost_center ?? '', one] as const));
const made = async (run: number, posting: number | undefined) =>
  (await portal.api.get<Row>(`/billing_runs/${run}/postings/${posting}`)).body.data;
const postingsOf = async (run: number, query: string) =>
  (await portal.api.get<{ cost_center: string }[]>(`/billing_runs/${run}/postings${query}`)).body.data.map(
    ({ cost_center: to }) => to,
  );
const tell = (lines: Row[]) => lines.map(({ line, amount }) => [line, amount]);

/** Has a run booked as finance reviewed it. */
async function bookedAs({ id }: Run, booked: Booked): Promise<void> {
  const data = await bookedOtherwise(await downloadPreAp(portal, id), booked);
  const input = { provider: 'azure', cloud_bills: true, accept_differences: true };
  const { status, body, text } = await portal.api.post<{ job: { id: string } }>('/cloud_bills/parse_pre_ap', {
    cloud_bill: { data, input },
  });
  if (status !== 202) throw new Error(text);
  await followJob(portal.api, body.data.job.id);
}

it('the difference from a stated total is a line of the posting that has it, and of no other', async () => {
  const lines = [
    { account: 's-gcp-1', amount: '70' },
    { account: 's-gcp-2', amount: '30' },
    { account: null, amount: '1', kind: 'Tax' },
  ];
  const { id } = await desk.run('gcp', googleCostTable(lines, { total: '101.03' }));
  const { S1: large, S2: small } = await byCenter(id);
  expect([large?.amount, small?.amount]).toEqual(['70.73', '30.30']);
  expect(tell(await desk.lines(id, `?by_posting=${large?.id}`))).toEqual([
    [0, '0.03'],
    [8, '70.00'],
    [10, '1.00'],
  ]);
  expect(tell(await desk.lines(id, `?by_posting=${small?.id}`))).toEqual([
    [9, '30.00'],
    [10, '1.00'],
  ]);
  expect(await postingsOf(id, '?by_line=0')).toEqual(['S1']);
  expect(await desk.lines(id, '?by_kind=rounding')).toMatchObject([
    { line: 0, posting: large?.id, parts: [{ posting: large?.id, share: '1' }] },
  ]);
  expect(await made(id, large?.id)).toMatchObject({ split: { lines: 2, amount: '0.73', rounding: '0.03' } });
  expect(await made(id, small?.id)).toMatchObject({ split: { lines: 1, amount: '0.30', rounding: '0.00' } });
});

it('every part of a posting that was split leads to its lines and back, each with its share', async () => {
  const invoice = 'S-split';
  const run = await desk.run(
    'azure',
    azureMca([
      { account: 's-1', amount: '10', invoice },
      { account: 's-2', amount: '5', invoice },
      { account: 's-1', amount: '2', invoice },
    ]),
  );
  await bookedAs(run, {
    S1: [
      ['S1', 6],
      ['S3', 3],
      ['S2', 3],
    ],
  });
  const { S1: first, S2: joined, S3: split } = await byCenter(run.id);
  expect([first?.amount, joined?.amount, split?.amount]).toEqual(['6.00', '8.00', '3.00']);
  const [line] = await desk.lines(run.id, '?by_identifier=s-1');
  expect(line).toMatchObject({
    posting: first?.id,
    parts: [
      { posting: first?.id, share: '0.5' },
      { posting: joined?.id, share: '0.25' },
      { posting: split?.id, share: '0.25' },
    ],
  });
  expect(tell(await desk.lines(run.id, `?by_posting=${split?.id}`))).toEqual([
    [2, '10.00'],
    [4, '2.00'],
  ]);
  expect((await desk.lines(run.id, `?by_posting=${split?.id}`))[0]).toMatchObject({ posting: split?.id });
  expect(await postingsOf(run.id, '?by_line=2')).toEqual(['S1', 'S2', 'S3']);
  expect(await postingsOf(run.id, '?by_identifier=s-1')).toEqual(['S1', 'S2', 'S3']);
  expect(await made(run.id, joined?.id)).toMatchObject({
    accounts: [
      { identifier: 's-1', amount: '12', share: '0.25' },
      { identifier: 's-2', amount: '5', share: '1' },
    ],
    split: { lines: 0, amount: '0.00' },
    bills: [{ amount: '8.00' }],
  });
  const [bill] = await desk.bills(invoice);
  const { body } = await portal.api.get<Row>(`/cloud_bills/${bill?.id}/origin`);
  expect(body.data).toMatchObject({ accounts: [{ identifier: 's-1', share: '0.5' }] });
});

it('a part that takes more than its posting had, and one against it, tell shares that come to all of it', async () => {
  const run = await desk.run('azure', azureMca([{ account: 's-1', amount: '4', invoice: 'S-against' }]));
  await bookedAs(run, {
    S1: [
      ['S3', 5],
      ['S4', -1],
    ],
  });
  const [line] = await desk.lines(run.id);
  expect(line?.['parts']).toMatchObject([{ share: '1.25' }, { share: '-0.25' }]);
  const { S4: against } = await byCenter(run.id);
  expect(await made(run.id, against?.id)).toMatchObject({
    posting: { amount: '-1.00' },
    accounts: [{ identifier: 's-1', amount: '4', share: '-0.25' }],
    split: { amount: '0.00' },
  });
});
