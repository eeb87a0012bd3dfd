import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { DECIMALS, parsed, PARTS, rounded, sum, written } from '#tests/support/billing/decimals.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);

/** The last one is unknown to the inventory, the one before names nothing. */
const ACCOUNTS = ['x-1', 'x-2', 'x-3', 'x-4', 'x-5', 'x-nameless', 'x-unknown', null];

beforeAll(async () => {
  const { company, contact, costCenter, account } = estate(portal);
  const shared = { companies_id: await company('1000'), cloud_contact_id: await contact('x@example.com') };
  const last = await costCenter('X3', shared);
  await costCenter('X1', shared);
  await costCenter('X2/1', { ...shared, expired_at: '2025-01-01', alt_cost_center_id: last });
  for (const [name, names] of Object.entries({
    'x-1': 'X1',
    'x-2': 'X1',
    'x-3': 'X2/1',
    'x-4': 'X3',
    'x-5': 'X3',
  }))
    await account(name, names);
  await account('x-nameless', null);
});

const line = fc.record({
  account: fc.constantFrom(...ACCOUNTS),
  // Of no account, tax is split and usage is not.
  kind: fc.constantFrom('Usage', 'Tax'),
  parts: fc.oneof(
    fc.bigInt(-20n * PARTS, 200n * PARTS),
    fc.bigInt(-20_000n, 20_000n).map((cents) => (cents * PARTS) / 100n),
  ),
  invoice: fc.integer({ min: 1, max: 25 }).map((n) => `invoice${n}`),
  currency: fc.constantFrom('EUR', 'EUR', 'JPY', 'KWD'),
});

it('postings and exceptions of any estate come to the lines of each invoice, to the smallest unit of each currency', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 300, size: 'max' }), async (made) => {
      fc.pre(made.some(({ parts }) => parts !== 0n));
      count += 1;
      const lines = made.map(({ account, kind, parts, invoice, currency }): MadeLine => ({
        account,
        kind,
        amount: written(parts),
        invoice: `${invoice}-${count}`,
        currency,
      }));
      const run = await desk.run('azure', azureMca(lines));
      expect(run.error).toBeNull();
      const due = new Map<string, bigint>();
      for (const { invoice = '', currency = '', amount } of lines) {
        const key = `${invoice} ${currency}`;
        if (parsed(amount) !== 0n) due.set(key, (due.get(key) ?? 0n) + parsed(amount));
      }
      const postings = await desk.postings(run.id);
      const exceptions = (await desk.exceptions(run.id)) as unknown as typeof postings;
      for (const [key, exact] of due) {
        const [, currency = ''] = key.split(' ');
        const of = (rows: typeof postings) =>
          sum(
            rows
              .filter((row) => `${row.reference} ${row.currency}` === key)
              .map(({ amount }) => parsed(amount)),
          );
        expect([key, of(postings) + of(exceptions)]).toEqual([key, rounded(exact, currency)]);
      }
      for (const { currency, lines: all, allocated, unallocated } of run.totals) {
        const of = (rows: typeof postings) =>
          sum(rows.filter((row) => row.currency === currency).map(({ amount }) => parsed(amount)));
        expect(parsed(all)).toBe(
          sum(
            [...due]
              .filter(([key]) => key.endsWith(` ${currency}`))
              .map(([, exact]) => rounded(exact, currency)),
          ),
        );
        expect([of(postings), of(exceptions)]).toEqual([parsed(allocated), parsed(unallocated)]);
      }
      for (const { cost_center: to, wbs_element: wbs, amount, currency } of postings) {
        expect([to, wbs].filter((each) => each !== null)).toHaveLength(1);
        expect(amount).toMatch(
          new RegExp(`^-?\\d+${DECIMALS[currency] ? `\\.\\d{${DECIMALS[currency]}}` : ''}$`),
        );
      }
      const keys = postings.map((row) =>
        [
          row.reference,
          row.currency,
          row.company_code,
          row.gl_account,
          row.cost_center,
          row.wbs_element,
        ].join(' '),
      );
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 4 },
  );
});
