import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { azureMca } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Difference, type Run } from '#tests/support/billing/billing-desk.ts';
import { downloadPreAp, reviewed } from '#tests/support/billing/pre-ap.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let run: Run;
let workbook: Uint8Array;
let count = 0;

beforeAll(async () => {
  const cloud_contact_id = await make.contact('owner@example.com');
  const one = { companies_id: await make.company('1000'), cloud_contact_id };
  const two = { companies_id: await make.company('2000', { azure_gl: '620000' }), cloud_contact_id };
  const none = { companies_id: await make.company('3000', { azure_gl: null }), cloud_contact_id };
  await make.costCenter('V1', one);
  await make.costCenter('V2', one);
  await make.costCenter('V3/01', two);
  await make.costCenter('V4', { ...one, expired_at: '2026-01-31' });
  await make.costCenter('V5', none);
  await make.account('v-1', 'V1');
  await make.account('v-2', 'V2');
});

beforeEach(async () => {
  count += 1;
  const invoice = `V-${count}`;
  run = await desk.run(
    'azure',
    azureMca([
      { account: 'v-1', amount: '10', invoice },
      { account: 'v-2', amount: '5.25', invoice },
    ]),
  );
  workbook = await downloadPreAp(portal, run.id);
});

const input = {
  provider: 'azure',
  send_invoices: false,
  cloud_bills: true,
  big_query: false,
  email_owners: false,
};
interface Parsed {
  billing_run: Run;
  job: { id: string };
  differences: Difference[];
}
const handIn = async (data: string, more: Record<string, unknown> = {}) => {
  const answer = await portal.api.post<Parsed>('/cloud_bills/parse_pre_ap', {
    cloud_bill: { data, input: { ...input, ...more } },
  });
  if (answer.status === 202) await followJob(portal.api, answer.body.data.job.id);
  return answer;
};
/** The place of the row of a cost center. */
const rowOf = (rows: unknown[][], center: string, at: number) => rows.findIndex((row) => row[at] === center);
const movedTo = (center: string, to: string, into = 'Cost Center') =>
  reviewed(workbook, (rows, column) => {
    const row = rows[rowOf(rows, center, column('Cost Center'))];
    if (row) {
      row[column('Cost Center')] = null;
      row[column(into)] = to;
    }
    return rows;
  });

describe('a reviewed workbook', () => {
  it('that says what was sent finalizes its run with the options', async () => {
    const { status, body } = await handIn(`data:;base64,${Buffer.from(workbook).toString('base64')}`, {
      send_invoices: true,
    });
    expect([status, body.data.billing_run.state, body.data.differences]).toEqual([202, 'finalizing', []]);
    const final = await desk.read(run.id);
    expect(final).toMatchObject({ state: 'final', totals: [{ bills: '15.25' }] });
    expect(final.options.map(({ name, state }) => [name, state])).toEqual([
      ['cloud_bills', 'done'],
      ['send_invoices', 'done'],
    ]);
  });

  it('with a row that was re-assigned is answered with the difference, and booked once that is accepted', async () => {
    const data = await movedTo('V1', 'v3/01', 'WBS Element');
    const { status, body } = await handIn(data);
    const sentence = `Posting 1 of invoice V-${count}, 10.00 EUR on V1, is charged to V3/01, is booked by company 2000, is booked on GL account 620000 now.`;
    expect([status, body.data.billing_run.state]).toEqual([202, 'needs_review']);
    expect(body.data.differences.map(({ message }) => message)).toEqual([sentence]);
    expect(await desk.read(run.id)).toMatchObject({
      state: 'needs_review',
      differences: [
        { posting: 1, was: { cost_center: 'V1' }, now: [{ wbs_element: 'V3/01', amount: '10.00' }] },
      ],
      totals: [{ bills: '0.00' }],
    });
    const refused = await desk.finalize(run.id);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      `The reviewed workbook of run ${run.id} differs in a posting. Accept the differences, or hand in another workbook.`,
    ]);
    await handIn(data, { accept_differences: true });
    expect(await desk.read(run.id)).toMatchObject({ state: 'final', differences: [] });
    expect(await desk.bills(`V-${count}`)).toMatchObject([
      { identifier: 'V3/01', company_code: '2000', account: '620000', amount: '10.00' },
      { identifier: 'V2', amount: '5.25' },
    ]);
  });

  it('with a row that was split is booked as it says, by finalizing with the differences accepted', async () => {
    const data = await reviewed(workbook, (rows, column) => {
      const at = rowOf(rows, 'V1', column('Cost Center'));
      const part = [...(rows[at] ?? [])];
      part[column('Amount')] = 3.33;
      part[column('Cost Center')] = 'V2';
      const rest = rows[at];
      if (rest) rest[column('Amount')] = 6.67;
      return [...rows.slice(0, at + 1), part, ...rows.slice(at + 1)];
    });
    const { body } = await handIn(data);
    expect(body.data.differences.map(({ message }) => message)).toEqual([
      `Posting 1 of invoice V-${count}, 10.00 EUR on V1, was split: 6.67 on V1, 3.33 on V2.`,
    ]);
    await desk.finalized(run.id, { cloud_bills: true, accept_differences: true });
    const bills = await desk.bills(`V-${count}`);
    expect(bills.map(({ identifier, amount }) => [identifier, amount])).toEqual([
      ['V1', '6.67'],
      ['V2', '8.58'],
    ]);
    const { steps } = await desk.read(run.id);
    expect(steps.map(({ name }) => name)).toContain(
      'Accept the reviewed workbook, which differs in a posting',
    );
  });

  it('that was handed in after somebody has looked is not booked by their acceptance', async () => {
    await handIn(await movedTo('V1', 'V2'));
    const seen = (await desk.read(run.id)).differences_digest;
    await handIn(await movedTo('V1', 'V3/01', 'WBS Element'));
    const accepting = (differences_digest: unknown) =>
      portal.api.post(`/billing_runs/${run.id}/finalize`, {
        cloud_bills: true,
        accept_differences: true,
        differences_digest,
      });
    const { status, body } = await accepting(seen);
    expect([status, body.error]).toEqual([
      409,
      `The differences of run ${run.id} are not those that you have seen: another workbook was handed in, or the run was allocated anew. Please look at it again.`,
    ]);
    expect((await accepting(7)).status).toBe(422);
    const now = await desk.read(run.id);
    expect(now.state).toBe('needs_review');
    await desk.finalized(run.id, {
      cloud_bills: true,
      accept_differences: true,
      differences_digest: now.differences_digest,
    });
    expect((await desk.bills(`V-${count}`)).map(({ identifier }) => identifier)).toEqual(['V3/01', 'V2']);
  });

  it('that differs is given up by handing in one that does not', async () => {
    await handIn(await movedTo('V1', 'V2'));
    await handIn(await reviewed(workbook));
    expect(await desk.read(run.id)).toMatchObject({ state: 'final', differences: [] });
    expect((await desk.bills(`V-${count}`)).map(({ identifier }) => identifier)).toEqual(['V1', 'V2']);
  });
});

describe('a reviewed workbook is refused with a sentence, and nothing is changed', () => {
  it('where its totals do not agree, by invoice and amount', async () => {
    const data = await reviewed(workbook, (rows, column) => {
      const row = rows[rowOf(rows, 'V1', column('Cost Center'))];
      if (row) row[column('Amount')] = 9.5;
      return rows;
    });
    const { status, body } = await handIn(data, { accept_differences: true });
    expect([status, body.error]).toEqual([
      409,
      `The totals do not agree. Invoice V-${count} comes to 14.75 EUR in the workbook and to 15.25 EUR in run ${run.id}: they differ by -0.50 EUR.`,
    ]);
  });

  it.each([
    ['was not found', 'V99', 'V99 was not found.'],
    ['is not valid any more', 'V4', 'V4 is not valid on 2026-03-31.'],
  ])('where a changed cost center %s', async (_what, to, sentence) => {
    const { status, body } = await handIn(await movedTo('V1', to), { accept_differences: true });
    expect([status, body.error]).toEqual([422, `Sheet Pre-AP, row 3, Cost Center: ${sentence}`]);
  });

  it('where the company of a changed cost center has no GL account', async () => {
    const { body } = await handIn(await movedTo('V1', 'V5'), { accept_differences: true });
    expect(body.error).toBe(
      'Sheet Pre-AP, row 3, GL Account: company 3000 has no GL account for this cloud.',
    );
  });

  it('where a cell that is read holds a formula', async () => {
    const formula = { row: 3, header: 'Amount', formula: '5+5' };
    const { status, body } = await handIn(await reviewed(workbook, undefined, [formula]));
    expect([status, body.error]).toEqual([
      422,
      'Sheet Pre-AP, row 3, Amount: the cell holds a formula. Please put its value there.',
    ]);
    expect(body.errors).toMatchObject([{ row: 3, column: 'Amount' }]);
  });

  it('where several cells are wrong, each of them', async () => {
    const formulas = ['Amount', 'GL Account'].map((header) => ({ row: 3, header, formula: '5+5' }));
    const wrong = await reviewed(workbook, undefined, [...formulas, { ...formulas[0]!, row: 4 }]);
    const { status, body } = await handIn(wrong);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([
      { row: 3, column: 'GL Account' },
      { row: 3, column: 'Amount' },
      { row: 4, column: 'Amount' },
    ]);
  });

  it.each([
    [
      'failed formula',
      'GL Account',
      '#N/A',
      "'#N/A' is what a spreadsheet shows where a formula failed. Correct it there, or enter the text.",
    ],
    [
      'number of more than 15 digits',
      'Cost Center',
      12_345_678_901_234_568,
      "'1.2345678901234568E+16' is a number that the spreadsheet shortened: of more than 15 digits it keeps the first 15. Format the column as text and enter it again.",
    ],
    [
      'character that nobody sees',
      'Cost Center',
      'V\u200B1',
      "'V1' contains a zero-width space (U+200B) after 'V', which nobody sees. Type it again.",
    ],
  ])('where a cell that is read holds a %s', async (_what, header, value, sentence) => {
    const data = await reviewed(workbook, (rows, column) => {
      const row = rows[rowOf(rows, 'V1', column('Cost Center'))];
      if (row) row[column(header)] = value;
      return rows;
    });
    const { status, body } = await handIn(data, { accept_differences: true });
    expect([status, body.error]).toEqual([422, `Sheet Pre-AP, row 3, ${header}: ${sentence}`]);
  });

  it('where a row was added that is part of no posting', async () => {
    const data = await reviewed(workbook, (rows, column) => {
      const row = rows[rowOf(rows, 'V1', column('Cost Center'))];
      if (row) row[column('Posting')] = null;
      return rows;
    });
    expect((await handIn(data)).body.error).toContain('the row has an amount and no posting.');
  });

  it('where it is no workbook of a run, or of another provider', async () => {
    const text = await handIn(Buffer.from('Account,Amount').toString('base64'));
    expect([text.status, text.body.error]).toEqual([
      422,
      'This is no XLSX workbook. Please hand in the Pre-AP workbook of a billing run.',
    ]);
    const other = await handIn(await reviewed(workbook), { provider: 'gcp' });
    expect([other.status, other.body.error]).toEqual([
      422,
      `The workbook is that of run ${run.id}, whose provider is azure.`,
    ]);
    const nothing = await portal.api.post('/cloud_bills/parse_pre_ap', {
      cloud_bill: { input: { provider: 'ibm' } },
    });
    expect(nothing.body.errors.map(({ field }) => field)).toEqual(['data', 'input.provider']);
  });

  it('where the run has changed since it was made, or is final', async () => {
    const old = await reviewed(workbook);
    await desk.assign(run.id, 'v-1', 2);
    const changed = await handIn(old);
    expect([changed.status, changed.body.error]).toEqual([
      409,
      `Run ${run.id} has changed since this workbook was made. Please review the workbook that the run has now.`,
    ]);
    await desk.finalized(run.id);
    expect((await handIn(old)).body.error).toBe(
      `Run ${run.id} is final, so no reviewed workbook is taken for it.`,
    );
  });
});
