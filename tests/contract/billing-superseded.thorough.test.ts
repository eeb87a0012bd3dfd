import { beforeAll, describe, expect, it } from 'vitest';
import { awsCur, azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';
import { zipped } from '#tests/support/zipped.ts';

const portal = withPortal();
const desk = billingDesk(portal);

beforeAll(async () => {
  const make = estate(portal);
  const companies_id = await make.company('1000');
  await make.costCenter('OPEN', { companies_id, cloud_contact_id: await make.contact('open@example.com') });
  for (const account of ['open', 'other']) await make.account(account, 'OPEN');
});

const bill = (invoice: string, ...amounts: string[]) =>
  azureMca(amounts.map((amount, at) => ({ account: at === 0 ? 'open' : 'other', amount, invoice })));

type Changed = { billing_run: Run; job: { id: string } };
async function changed(id: number, path: string, body: Record<string, unknown>): Promise<void> {
  const answer = await portal.api.post<Changed>(`/billing_runs/${id}/${path}`, body);
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  await followJob(portal.api, answer.body.data.job.id);
}

describe('a run that takes the place of another one', () => {
  it('says so in both, with what each comes to', async () => {
    const first = await desk.run('azure', bill('place-1', '40', '30'));
    const second = await desk.replacing('azure', bill('place-1', '30'));
    expect(second.steps).toContainEqual(
      expect.objectContaining({
        name: `Take the place of run ${first.id}`,
        state: 'done',
        detail: '70.00 EUR and 2 lines then, 30.00 EUR and 1 line now.',
      }),
    );
    expect((await desk.read(first.id)).steps).toContainEqual(
      expect.objectContaining({
        name: `Give place to run ${second.id}`,
        state: 'done',
        detail: '70.00 EUR and 2 lines here, 30.00 EUR and 1 line there.',
      }),
    );
  });

  it('has the lines and the total that were typed in', async () => {
    const first = await desk.run('azure', bill('place-2', '40'));
    await changed(first.id, 'lines', { kind: 'tax', amount: '7.60', reason: 'VAT' });
    await changed(first.id, 'totals', { amount: '47.60' });
    const second = await desk.replacing('azure', bill('place-2', '20', '20'));
    expect(second).toMatchObject({
      state: 'ready',
      additions: [{ kind: 'tax', amount: '7.60', reason: 'VAT' }],
      invoices: [{ invoice: '47.60', confirmed: true, confirmed_by: expect.stringMatching(/@/) }],
      totals: [{ lines: '47.60', allocated: '47.60' }],
    });
    expect(await desk.lines(second.id, '?by_kind=tax')).toMatchObject([{ line: 0, amount: '7.60' }]);
    expect(second.steps).toContainEqual(
      expect.objectContaining({
        name: `Take over what was typed into run ${first.id}`,
        detail: 'Tax of 7.60 EUR for invoice place-2 (VAT). 47.60 EUR as the total of invoice place-2.',
      }),
    );
  });

  it('names what it does not have of the other one', async () => {
    const open = (amount: string, invoice: string) =>
      azureMca([{ account: 'open', amount, invoice }], { billingProfileId: 'lost' });
    const first = await desk.run('azure', open('40', ''));
    await changed(first.id, 'lines', { kind: 'credit', amount: '-5', reason: 'goodwill' });
    await portal.db.query(
      `UPDATE billing_runs SET shared_cost_center_id = (SELECT id FROM cost_centers WHERE identifier = 'OPEN'),
         accepted = '[{"by":"a@example.com","differences":[]}]' WHERE id = $1`,
      [first.id],
    );
    const second = await desk.replacing('azure', open('41', 'L-1'));
    expect(second).toMatchObject({ additions: [], totals: [{ lines: '41.00' }] });
    expect(second.steps).toContainEqual(
      expect.objectContaining({
        name: `Leave aside what was decided in run ${first.id}`,
        detail:
          'Credit of -5.00 EUR for invoice lost-2026-03 (goodwill). What was accepted of reviewed workbooks. ' +
          'Cost center OPEN for what belongs to no account.',
      }),
    );
  });
});

it('the month that is chosen is held against those of the file', async () => {
  const several = azureMca([{ account: 'open', amount: '4', invoice: 'month-1' }]);
  const [, april = ''] = azureMca([{ account: 'open', amount: '5', invoice: 'month-0' }])
    .replace('03/01/2026', '04/01/2026')
    .split('\r\n');
  const told = await desk.run('azure', `${several}${april}\r\n`);
  expect(told.steps).toContainEqual(
    expect.objectContaining({
      name: 'Compare the month',
      detail:
        'The file is billed for 2026-03 and 2026-04, and 2026-03 was chosen as the month that is charged.',
    }),
  );
  const right = await desk.run('azure', bill('month-2', '4'));
  expect(right.steps.map(({ name }) => name)).not.toContain('Compare the month');
});

describe('an archive', () => {
  const part = (amount: string) =>
    awsCur([{ account: 'open', amount, invoice: '' }]).replaceAll('111111111111', '444444444444');

  it('with a bill in several files is read as one', async () => {
    const archive = await zipped({ 'part-1.csv': part('4'), 'part-2.csv': part('5') });
    const run = await desk.run('aws', archive);
    expect(run).toMatchObject({ state: 'ready', lines: 2, totals: [{ lines: '9.00' }] });
  });

  it('with files of other columns is refused, and so is a row that names its file', async () => {
    const wider = part('5').replaceAll('\r\n', ',x\r\n');
    const other = await desk.run('aws', await zipped({ 'a.csv': part('4'), 'b.csv': wider }));
    expect([other.state, other.error]).toEqual([
      'failed',
      "'b.csv': Its columns are not those of the parts before it. Please send the parts of one bill alone.",
    ]);
    const notes = await desk.run('aws', await zipped({ 'a.csv': part('4'), 'b.csv': 'x,y\n1,2\n' }));
    expect(notes.error).toMatch(/^'b\.csv': The columns of this file are not known\./);
    const wrong = part('5').replace(',5,', ',five,');
    const bad = await desk.run('aws', await zipped({ 'a.csv': part('4'), 'b.csv': wrong }));
    expect(bad.error).toMatch(/^'b\.csv': Row 2: /);
  });
});
