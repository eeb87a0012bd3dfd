import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type BookedBill } from '#tests/support/billing/billing-desk.ts';
import { downloadPreAp, reviewed } from '#tests/support/billing/pre-ap.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const ACCOUNTS = ['l-1', 'l-2', 'l-3', 'l-4', null];

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const cloud_contact_id = await contact('l@example.com');
  const one = { companies_id: await company('1000'), cloud_contact_id };
  const two = { companies_id: await company('2000'), cloud_contact_id };
  const last = await costCenter('L3', two);
  await costCenter('L1', one);
  await costCenter('L2/1', { ...one, expired_at: '2025-01-01', alt_cost_center_id: last });
  for (const [name, names] of Object.entries({ 'l-1': 'L1', 'l-2': 'L2/1', 'l-3': 'L3', 'l-4': 'L1' }))
    await account(name, names);
});

const cents = (amount: string) => BigInt(amount.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1'));
const sumOf = (rows: readonly { amount: string }[]) =>
  rows.reduce((sum, { amount }) => sum + cents(amount), 0n);
const place = ({ identifier, company_code, account, amount }: BookedBill) => [
  identifier,
  company_code,
  account,
  amount,
];

const line = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  amount: fc.integer({ min: -2_000_000, max: 9_000_000 }).map((parts) => (parts / 1000).toFixed(4)),
  invoice: fc.integer({ min: 1, max: 3 }),
});

it('bills of any estate are its postings, however often it is finalized and handed in, and come to nothing once it is reversed', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.constantFrom('EUR', 'USD', 'CHF'),
      async (made, currency) => {
        count += 1;
        // Something is charged to an account on each invoice, by which the rest can be split.
        const charged = [1, 2, 3].map((invoice) => ({ account: 'l-1', amount: '100.01', invoice }));
        const lines = [...made, ...charged].map(({ account, amount, invoice }): MadeLine => ({
          account,
          amount,
          ...(account === null && { kind: 'Tax' }),
          invoice: `L-${count}-${invoice}`,
          currency,
        }));
        const run = await desk.run('azure', azureMca(lines));
        expect([run.state, run.error]).toEqual(['ready', null]);
        const handedIn = {
          data: await reviewed(await downloadPreAp(portal, run.id)),
          input: { provider: 'azure', cloud_bills: true },
        };
        const answers = await Promise.all([
          desk.finalize(run.id),
          portal.api.post<{ job: { id: string } }>('/cloud_bills/parse_pre_ap', handedIn),
          desk.finalize(run.id),
        ]);
        expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
        const begun = answers.find(({ status }) => status === 202);
        await followJob(portal.api, begun?.body.data.job.id ?? '');
        const postings = await desk.postings(run.id);
        for (const invoice of [1, 2, 3]) {
          const reference = `L-${count}-${invoice}`;
          const bills = await desk.bills(reference);
          const due = postings.filter((posting) => posting.reference === reference);
          expect(bills.map(place)).toEqual(
            due.map((one) => [
              one.cost_center ?? one.wbs_element,
              one.company_code,
              one.gl_account,
              one.amount,
            ]),
          );
        }
        const final = await desk.read(run.id);
        expect(final.totals.map(({ bills }) => bills)).toEqual(final.totals.map(({ invoice }) => invoice));
        await desk.reversed(run.id);
        for (const invoice of [1, 2, 3]) {
          const bills = await desk.bills(`L-${count}-${invoice}`);
          expect(sumOf(bills)).toBe(0n);
          expect(bills).toHaveLength(
            2 * postings.filter(({ reference }) => reference.endsWith(`-${invoice}`)).length,
          );
        }
        expect((await desk.read(run.id)).totals.every(({ bills }) => cents(bills) === 0n)).toBe(true);
      },
    ),
    { numRuns: 4 },
  );
});
