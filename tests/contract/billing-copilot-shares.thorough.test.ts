import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { billingDesk, estate } from '#tests/support/billing/billing-desk.ts';
import { copilotEstate } from '#tests/support/billing/copilot-estate.ts';
import { DECIMALS, parsed, PARTS, rounded, sum, written } from '#tests/support/billing/decimals.ts';
import { azureWithCopilot } from '#tests/support/billing/github-files.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const { seat, organization } = copilotEstate(portal);
const ORGANIZATIONS = ['org-a', 'org-b', 'org-c', 'org-d', null];

beforeAll(async () => {
  const make = estate(portal);
  const center = {
    companies_id: await make.company('1000'),
    cloud_contact_id: await make.contact('s@example.com'),
  };
  for (const name of ['S1', 'S2', 'S3']) await make.costCenter(name, center);
  await make.account('vm', 'S1');
  await organization('org-a', 'S3');
  await organization('org-d', null);
  // Seven and eleven divide nothing, some are in both, and some name nothing.
  for (let n = 0; n < 7; n += 1) await seat(`u${n}`, 'org-a', ['S1', 'S2', null][n % 3] ?? null);
  for (let n = 4; n < 15; n += 1) await seat(`U${n}`, 'org-b', n === 14 ? null : 'S2');
  await seat('alone', 'org-c', null);
});

const line = fc.record({
  parts: fc.oneof(
    fc.bigInt(-5n * PARTS, 50n * PARTS),
    fc.bigInt(-5000n, 5000n).map((cents) => (cents * PARTS) / 100n),
  ),
  of: fc.constantFrom(...ORGANIZATIONS, 'vm'),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
});

it('shares of any line are exactly all of it, and what they become comes to the invoice and to the costs of the month', async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 40 }), async (made) => {
      fc.pre(made.some(({ parts }) => parts !== 0n));
      count += 1;
      const month = `20${String(10 + Math.floor(count / 12)).padStart(2, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
      const file = azureWithCopilot(
        made.map(({ parts, of, currency }) => ({
          amount: written(parts),
          currency,
          invoice: `shares-${count}`,
          ...(of === 'vm' ? { subscription: 'vm' } : { organization: of }),
        })),
      );
      const run = await desk.run('azure', file, { month });
      expect(run.error).toBeNull();
      const { rows } = await portal.db.query<{ whole: boolean }>(
        'SELECT (sum(share) = 1) AS whole FROM billing_seats WHERE run_id = $1 GROUP BY invoice, account',
        [run.id],
      );
      expect(rows.every(({ whole }) => whole)).toBe(true);
      const postings = await desk.postings(run.id);
      const exceptions = (await desk.exceptions(run.id)) as unknown as typeof postings;
      const { body } = await portal.api.get(`/github/copilot_costs?month=${month}`);
      const costs = body.data as unknown as { amounts: { currency: string; amount: string }[] }[];
      for (const currency of Object.keys(DECIMALS)) {
        const own = made.filter((one) => one.currency === currency);
        const amounts = (all: { currency: string; amount: string }[]) =>
          sum(all.filter((one) => one.currency === currency).map(({ amount }) => parsed(amount)));
        expect(amounts([...postings, ...exceptions])).toBe(
          rounded(sum(own.map(({ parts }) => parts)), currency),
        );
        const copilot = sum(own.filter(({ of }) => of !== 'vm').map(({ parts }) => parts));
        expect(amounts(costs.flatMap((cost) => cost.amounts))).toBe(rounded(copilot, currency));
      }
    }),
    { numRuns: 20 },
  );
}, 240_000);
