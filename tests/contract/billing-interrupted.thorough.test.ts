import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { azureMca, type MadeLine } from '#tests/support/billing/bill-files.ts';
import { billingDesk, estate, type Run } from '#tests/support/billing/billing-desk.ts';
import { parsed, PARTS, rounded, sum, written } from '#tests/support/billing/decimals.ts';
import { strikes, type Blow } from '#tests/support/billing/strikes.ts';
import { endPauses } from '#tests/support/end-pauses.ts';
import { withPortal } from '#tests/support/portal.ts';

const portal = withPortal();
const desk = billingDesk(portal);
const make = estate(portal);
let strike: Awaited<ReturnType<typeof strikes>>;
let companies: number[];
let cloud_contact_id: number;

beforeAll(async () => {
  companies = [await make.company('1000'), await make.company('2000', { azure_gl: '520200' })];
  cloud_contact_id = await make.contact('ledger@example.com');
  strike = await strikes(portal);
});

/** How the account of an estate is charged: what its cloud parent names, and the chain from there. */
const CHAINS = ['direct', 'replaced', 'backup', 'network', 'project', 'nameless', 'unknown'] as const;
type Chain = (typeof CHAINS)[number];

/** Makes what a chain leads through, called by `key`. @returns what the cloud parent names */
async function chainOf(chain: Chain, key: string, company: number): Promise<string | null> {
  const center = (identifier: string, more: Record<string, unknown> = {}) =>
    make.costCenter(identifier, { companies_id: companies[company], cloud_contact_id, ...more });
  const gone = { expired_at: '2025-12-31' };
  const last = await center(`${key}Z`);
  if (chain === 'direct') return `${key}Z`;
  if (chain === 'replaced') {
    const second = await center(`${key}B`, { ...gone, new_cost_center_id: last });
    await center(`${key}A`, { ...gone, new_cost_center_id: second });
    return `${key}A`;
  }
  if (chain === 'backup') {
    await center(`${key}/1`, { ...gone, alt_cost_center_id: last });
    return `${key}/1`;
  }
  if (chain === 'network' || chain === 'project') {
    const network = await make.network(`${key}N`, { wbs: `${key}Z/7`, cost_center_id: last });
    if (chain === 'network') return `${key}N`;
    const old = await make.network(`${key}O`, { wbs: 'old', ...gone, new_network_id: network });
    await make.project(`${key}P`, { cost_center_network_id: old });
    return `${key}P`;
  }
  return null;
}

/**
 * What may happen beside blows, none of which changes what is booked in the end. What is assigned is always assigned
 * elsewhere first.
 */
const WAYS = ['cut', 'twice', 'superseded', 'reversed'] as const;

/** Waits until nothing works on a run any more, with no pause between attempts. */
async function settled(id: number): Promise<Run> {
  return expect
    .poll(
      async () => {
        await endPauses(portal.db);
        return desk.read(id);
      },
      { timeout: 60_000, interval: 50 },
    )
    .toSatisfy(({ state }: Run) => state !== 'processing' && state !== 'finalizing')
    .then(() => desk.read(id));
}

/** Of open runs of an invoice the one that was sent last counts. */
const REPLACE = { existing: 'replace' };

/** Sends a file and waits until its run is not worked on; one that was not taken is left at that. */
async function sent(file: string): Promise<Run | null> {
  const { status, body } = await desk.begin('azure', file, REPLACE);
  return status >= 500 ? null : settled(body.data.billing_run.id);
}

/** Does what a person does until a file is booked: what did not happen is asked for again. @returns the run */
async function booked(file: string, place: number, elsewhere: number | null = null): Promise<number> {
  let astray = elsewhere;
  let run: Run | null = null;
  for (let tries = 0; tries < 60; tries += 1) {
    run = run === null || run.state === 'failed' ? await sent(file) : await settled(run.id);
    if (!run) continue;
    const { id, state } = run;
    if (state === 'final') return id;
    if (state === 'ready') await desk.finalize(id);
    if (state !== 'needs_review') continue;
    const [exception] = await desk.exceptions(id);
    const to = astray === null ? [place] : [astray, place];
    astray = null;
    for (const cost_center_id of to) {
      await portal.api.post(`/billing_runs/${id}/assign`, {
        identifier: exception?.identifier ?? null,
        cost_center_id,
      });
      await settled(id);
    }
  }
  throw new Error('The file was not booked.');
}

/** What was booked for all invoices that begin so, each place and currency for itself. */
async function ledger(prefix: string) {
  const { rows } = await portal.db.query<{ reference: string; currency: string; amount: string }>(
    `SELECT substr(reference, length($1) + 1) AS reference, date, provider, company_code, account, identifier, currency, what,
       sum(amount)::text AS amount
     FROM (SELECT *, replace(activity, 'Reversal of ', '') AS what FROM cloud_bills WHERE starts_with(reference, $1)) b
     GROUP BY reference, date, provider, company_code, account, identifier, currency, what ORDER BY 1, 2, 3, 4, 5, 6, 7`,
    [prefix],
  );
  return rows;
}

const made = fc.record({
  chains: fc.array(fc.record({ chain: fc.constantFrom(...CHAINS), company: fc.nat(1) }), {
    minLength: 2,
    maxLength: 6,
  }),
  lines: fc.array(
    fc.record({
      account: fc.option(fc.nat(5), { freq: 4 }),
      parts: fc.oneof(
        fc.bigInt(-20n * PARTS, 200n * PARTS),
        fc.bigInt(-2_000n, 20_000n).map((cents) => (cents * PARTS) / 100n),
      ),
      invoice: fc.integer({ min: 1, max: 3 }),
      currency: fc.constantFrom('EUR', 'EUR', 'JPY'),
    }),
    { minLength: 3, maxLength: 40, size: 'max' },
  ),
  ways: fc.subarray([...WAYS]),
  blows: fc.uniqueArray(
    fc.record({
      at: fc.integer({ min: 1, max: 60 }),
      blow: fc.constantFrom<Blow>('failure', 'lost connection'),
    }),
    { minLength: 1, maxLength: 3, selector: ({ at }) => at },
  ),
});

let count = 0;
it(
  'whatever is interrupted, the ledger is that of a run that nothing disturbed',
  { timeout: 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(made, async ({ chains, lines, ways, blows }) => {
        fc.pre(lines.some(({ parts }) => parts !== 0n));
        const key = `L${(count += 1)}`;
        const named = await Promise.all(
          chains.map(({ chain, company }, at) => chainOf(chain, `${key}${at}`, company)),
        );
        const [place, elsewhere] = [
          await make.costCenter(`${key}place`, { companies_id: companies[0], cloud_contact_id }),
          await make.costCenter(`${key}elsewhere`, { companies_id: companies[1], cloud_contact_id }),
        ];
        const fileOf = async (side: string, more: MadeLine[] = []) => {
          const account = (at: number) => `${side}-${key}-${at % chains.length}`;
          if (more.length === 0)
            for (const [at, { chain }] of chains.entries())
              if (chain !== 'unknown') await make.account(account(at), named[at] ?? null);
          return azureMca([
            ...lines.map((line): MadeLine => ({
              account: line.account === null ? null : account(line.account),
              amount: written(line.parts),
              ...(line.account === null && { kind: 'Tax' }),
              invoice: `${side}-${key}-${line.invoice}`,
              currency: line.currency,
            })),
            ...more,
          ]);
        };
        await strike([]);
        await booked(await fileOf('calm'), place);
        const calm = await ledger(`calm-${key}-`);

        const file = await fileOf('struck');
        await strike(blows);
        const told = lines.find(({ parts }) => parts !== 0n);
        const extra = {
          account: null,
          amount: '7',
          kind: 'Tax',
          invoice: `struck-${key}-${told?.invoice}`,
          currency: told?.currency,
        };
        if (ways.includes('cut')) await desk.begin('azure', file.slice(0, -40), REPLACE);
        if (ways.includes('superseded')) await desk.begin('azure', await fileOf('struck', [extra]), REPLACE);
        if (ways.includes('twice')) await Promise.all([1, 2].map(() => desk.begin('azure', file, REPLACE)));
        const first = await booked(file, place, elsewhere);
        if (ways.includes('reversed')) {
          for (let status = 0; status !== 202 && status !== 409;)
            ({ status } = await portal.api.post(`/billing_runs/${first}/reverse`));
          await booked(file, place);
        }
        expect(await ledger(`struck-${key}-`)).toEqual(calm);

        const due = new Map<string, bigint>();
        for (const { invoice, currency, parts } of lines)
          due.set(`${invoice} ${currency}`, (due.get(`${invoice} ${currency}`) ?? 0n) + parts);
        for (const [of, exact] of due) {
          const [, currency = ''] = of.split(' ');
          const rows = calm.filter((row) => `${row.reference} ${row.currency}` === of);
          expect([of, sum(rows.map(({ amount }) => parsed(amount)))]).toEqual([of, rounded(exact, currency)]);
        }
      }),
      {
        // Always the same cases, so that a failure is that of the change which it came with.
        numRuns: 4,
        seed: 51,
        endOnFailure: true,
      },
    );
  },
);
