import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '#tests/support/api.ts';
import { azureEa, azureMca, focus, withColumn } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { downloadPreAp, sheetsOf } from '#tests/support/billing/pre-ap.ts';
import { downloadOf } from '#tests/support/billing/downloads.ts';
import { headed } from '#tests/support/billing/headed.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let center: number;
let other: number;
const exceptions = async (id: number) =>
  (await desk.exceptions(id)).map(({ identifier, amount }) => [identifier, amount]);
const assign = (run: number, body: unknown) => portal.api.post(`/billing_runs/${run}/assign`, body);

beforeAll(async () => {
  const of = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('p@example.com'),
  };
  center = await make.costCenter('P-1', of);
  other = await make.costCenter('P-2', of);
  await make.account('p-1', 'P-1');
  await make.account('p-project', 'P-1', 'GcpCloudParent');
});

/** A purchase without an account beside what an account used. */
const bought = (invoice: string, more: Record<string, string> = {}) =>
  azureMca(
    [
      { account: 'p-1', amount: '100', invoice },
      { account: null, amount: '60', kind: 'Purchase', invoice },
    ],
    more,
  );
const PLACE = 'No account: Billing account ba-1, billing profile bp-1';

describe('the place of what has no account', () => {
  it('has every level that the file tells, by name and id, and is an exception for each', async () => {
    const file = azureMca(
      ['100', '60', '7', '3'].map((amount, at) => ({
        account: at === 0 ? 'p-1' : null,
        amount,
        kind: at === 0 ? 'Usage' : 'Purchase',
        invoice: 'P-LEVELS',
      })),
      {
        billingAccountId: '/providers/Microsoft.Billing/billingAccounts/123:45',
        billingProfileName: 'Cloud',
        invoiceSectionId: '/providers/Microsoft.Billing/billingAccounts/123:45/invoiceSections/S-7',
      },
    );
    const { id } = await desk.run(
      'azure',
      withColumn(file, 'invoiceSectionName', ['', 'Shop', 'Lab', 'Shop']),
    );
    const account = 'No account: Billing account 123:45, billing profile Cloud (bp-1)';
    expect(await exceptions(id)).toEqual([
      [`${account}, invoice section Shop (S-7)`, '63.00'],
      [`${account}, invoice section Lab (S-7)`, '7.00'],
    ]);
  });

  it('is the enrolment account where an enrolment tells one, and of FOCUS what Azure adds to it', async () => {
    const lines = [
      { account: 'p-1', amount: '100' },
      { account: null, amount: '60', kind: 'Purchase' },
    ];
    const ea = await desk.run('azure', withColumn(azureEa(lines), 'AccountName', ['Ann', 'Ann']));
    expect(await exceptions(ea.id)).toEqual([
      ['No account: Billing account 8608480, enrolment account Ann', '60.00'],
    ]);
    const file = withColumn(focus(lines), 'x_InvoiceSectionName', ['', 'Shop']);
    const { id } = await desk.run('focus', file);
    expect(await exceptions(id)).toEqual([
      ['No account: Billing account ba-9, invoice section Shop', '60.00'],
    ]);
  });

  it('is that of money given back for a reservation, which those who bought nothing do not get', async () => {
    const invoice = 'P-REFUND';
    const file = azureMca([
      { account: 'p-1', amount: '100', invoice },
      { account: null, amount: '-60', kind: 'Refund', invoice },
      { account: null, amount: '-4', kind: 'Refund', invoice },
    ]);
    const { id } = await desk.run('azure', withColumn(file, 'reservationId', ['', 'r-1', '']));
    expect(await exceptions(id)).toEqual([[PLACE, '-60.00']]);
    expect(await desk.postings(id)).toMatchObject([{ cost_center: 'P-1', amount: '96.00' }]);
  });

  it('is that of support in the export of Google, whose credits alone are split', async () => {
    const line = {
      billing_account_id: '0123AB-PLACES',
      usage_start_time: '2026-03-03 07:00:00 UTC',
      'invoice.month': '202603',
      currency: 'EUR',
      cost_type: 'regular',
      credits: '[]',
    };
    const file = headed(
      'billing_account_id,service.description,sku.description,usage_start_time,project.id,cost,currency,credits,invoice.month,cost_type',
      { ...line, 'project.id': 'p-project', cost: '100' },
      { ...line, 'service.description': 'Tax Support', 'sku.description': 'Adjusted', cost: '60' },
      { ...line, 'service.description': 'Invoice', cost: '0', credits: '[{"amount":-16}]' },
    );
    const { id } = await desk.run('gcp', file);
    // 16 in proportion to 100 and 60.
    expect(await exceptions(id)).toEqual([['No account: Billing account 0123AB-PLACES', '54.00']]);
    expect(await desk.postings(id)).toMatchObject([{ amount: '90.00' }]);
  });

  it('is told as nobody’s account where costs go out, and in the workbook', async () => {
    const run = await desk.run(
      'azure',
      azureMca([
        { account: 'p-1', amount: '100', invoice: 'P-OUT' },
        { account: null, amount: '300', kind: 'Purchase', invoice: 'P-OUT' },
        { account: null, amount: '4', kind: 'Tax', invoice: 'P-OUT' },
      ]),
      { month: '2025-05' },
    );
    const sheets = await sheetsOf(await downloadPreAp(portal, run.id));
    expect(sheets.get('Exceptions')?.rows[0]).toMatchObject({ Account: PLACE, Amount: 303 });
    expect(sheets.get('Reconciliation')?.rows[0]).toMatchObject({ Difference: 303, Spread: 4 });

    await desk.assign(run.id, PLACE, other);
    expect(await desk.lines(run.id, `?by_identifier=${encodeURIComponent(PLACE)}`)).toMatchObject([
      { rule: 'named', cost_center: 'P-2', problem: null },
    ]);
    await desk.finalized(run.id);
    const { text } = await downloadOf(portal, '/focus/cost_and_usage.csv?month=2025-05&provider=azure');
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows.find((one) => one['ChargeDescription'] === PLACE)).toMatchObject({
      SubAccountId: 'NULL',
      SubAccountType: 'NULL',
      x_CostCenter: 'P-2',
    });
  });
});

describe('who pays for a place', () => {
  it('is whom the run names before whom the rules keep, and nobody else once their cost center is gone', async () => {
    const gone = await make.costCenter('P-gone', {
      companies_id: await make.company('2000'),
      cloud_contact_id: await make.contact('gone@example.com'),
    });
    const kept = await portal.api.post<Row>('/billing_rules', {
      shared: { split: 'proportional' },
      // Providers write an id now in capitals and now not.
      places: [{ place: PLACE.replace('ba-1', 'BA-1'), cost_center_id: gone }],
    });
    expect(kept.status).toBe(201);
    const run = await desk.run('azure', bought('P-KEPT'));
    const paid = async () => (await desk.postings(run.id)).map(({ cost_center: to }) => to);
    expect(await paid()).toEqual(['P-1', 'P-gone']);
    await desk.assign(run.id, PLACE, other);
    expect(await paid()).toEqual(['P-1', 'P-2']);
    expect((await portal.api.send('DELETE', `/cost_centers/${gone}`)).status).toBe(200);
    const next = await desk.run('azure', bought('P-KEPT-2'));
    expect(await desk.exceptions(next.id)).toMatchObject([{ identifier: PLACE, problem: 'no_account' }]);
    // A rule whose cost center is gone stands in the way of no other one.
    const more = await portal.api.post<Row>('/billing_rules', { shared: { cost_center_id: center } });
    expect(more.body.data).toMatchObject({ places: [{ cost_center_id: gone, cost_center: null }] });
    const back = await portal.api.post('/billing_rules', { shared: { split: 'proportional' }, places: [] });
    expect(back.status).toBe(201);
  });

  it('is who is named for all that belongs to no account, where nobody is for the place', async () => {
    const run = await desk.run('azure', bought('P-NAMED'));
    await desk.assign(run.id, null, other);
    expect(await desk.read(run.id)).toMatchObject({ state: 'ready', exceptions: 0 });
    expect((await desk.postings(run.id)).map(({ cost_center: to, amount }) => [to, amount])).toEqual([
      ['P-1', '100.00'],
      ['P-2', '60.00'],
    ]);
  });

  it('is left aside, and named, where a newer file takes the place of the run', async () => {
    const first = await desk.run('azure', bought('P-NEWER'));
    await desk.assign(first.id, PLACE, other);
    const second = await desk.replacing('azure', bought('P-NEWER', { meterName: 'newer' }));
    expect(await exceptions(second.id)).toEqual([[PLACE, '60.00']]);
    expect(second.steps).toContainEqual(
      expect.objectContaining({
        name: `Leave aside what was decided in run ${first.id}`,
        detail: `Cost center P-2 for what has no account (${PLACE.toLowerCase()}).`,
      }),
    );
  });

  it('is asked for of runs that a version read which split it, once they are allocated anew', async () => {
    const run = await desk.run('azure', bought('P-FORMERLY'));
    for (const table of ['billing_lines', 'billing_sums', 'billing_tag_sums'])
      await portal.db.query(
        `UPDATE ${table} SET account = NULL WHERE run_id = $1 AND starts_with(account, 'No account: ')`,
        [run.id],
      );
    const { body } = await portal.api.post<{ job: { id: string } }>(`/billing_runs/${run.id}/allocate`, {});
    await followJob(portal.api, body.data.job.id);
    expect(await exceptions(run.id)).toEqual([['No account: Invoice P-FORMERLY', '60.00']]);
    expect(
      await desk.lines(run.id, `?by_identifier=${encodeURIComponent('no account: invoice p-formerly')}`),
    ).toHaveLength(1);
  });
});

describe('what is wrong is refused by name', () => {
  let run: number;
  beforeAll(async () => {
    run = (await desk.run('azure', bought('P-WRONG'))).id;
  });

  it.each([
    [{ identifier: 'p-1', keep: true }, ['keep']],
    [{ identifier: null, keep: true }, ['keep']],
    [{ identifier: PLACE, keep: 'yes' }, ['keep']],
    [{ identifier: `${PLACE}, invoice section nowhere` }, ['identifier']],
    [{ identifier: PLACE.padEnd(501, '.') }, ['identifier']],
  ])('when %j is assigned', async (body, fields) => {
    const { status, body: answer } = await assign(run, { cost_center_id: center, ...body });
    expect([status, answer.errors.map(({ field }) => field)]).toEqual([422, fields]);
  });

  it.each([
    ['a place that is none', [{ place: 'p-1', cost_center_id: 1 }]],
    [
      'a place twice',
      [PLACE, PLACE.toUpperCase().replace('NO ACCOUNT', 'No account')].map((place) => ({
        place,
        cost_center_id: 1,
      })),
    ],
    ['a cost center that is not there', [{ place: PLACE, cost_center_id: 999_999 }]],
    ['no cost center', [{ place: PLACE }]],
    ['no list', PLACE],
  ])('when rules keep %s', async (_what, places) => {
    const { status, body } = await portal.api.post('/billing_rules', {
      shared: { split: 'proportional' },
      places,
    });
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['places']]);
  });
});
