import type { PooledMove } from '#calls/pools.ts';
import { poolAccount } from '#kernel/billing/places.ts';
import { roundTogether } from '#kernel/billing/split.ts';
import { sumOfDecimals } from '#kernel/decimal-sum.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { problemSentence } from '../../runs/problems.ts';
import type { Rules } from '../../runs/rules.ts';

/** So many are named from whom a pool takes, and so many who bear it. */
const MOST_PLACES = 100;

interface Row {
  bearer: string;
  invoice: number;
  currency: string;
  decimals: number;
  account: string;
  charged_to: string | null;
  amount: string;
  named: string | null;
  problem: string | null;
  month: string;
}

const rowsOf = (from: string, amount: string, account: string) => `
SELECT p.bearer, p.invoice, i.currency, i.decimals, ${account} AS account, coalesce(a.cost_center, a.wbs_element) AS charged_to,
  ${amount}::text AS amount, a.named, a.problem, to_char(r.month, 'YYYY-MM') AS month
FROM ${from} p JOIN billing_invoices i ON i.run_id = p.run_id AND i.n = p.invoice JOIN billing_runs r ON r.id = p.run_id
LEFT JOIN billing_accounts a ON a.run_id = p.run_id AND a.account = ${account}
WHERE p.run_id = $1`;

const SOURCES = `${rowsOf('(SELECT run_id, invoice, bearer, account, sum(amount) AS amount FROM billing_pooled WHERE run_id = $1 GROUP BY 1, 2, 3, 4)', 'p.amount', 'p.account')}
ORDER BY p.bearer, p.invoice, p.account`;
const TARGETS = `${rowsOf('billing_pool_parts', 'round(p.amount, i.decimals)', 'p.account')} ORDER BY p.bearer, p.invoice, p.account`;

const UNREAD = `SELECT e.account AS bearer, e.currency FROM billing_exceptions e WHERE e.run_id = $1 AND e.problem = 'pool_tag_unread'`;

type Place = PooledMove['places'][number];

/** Takes place by place what the rows come to; what comes to nothing is none. */
function placesOf(rows: readonly Row[], toPlace: (row: Row) => Place): Place[] {
  const groups = Map.groupBy(rows.map(toPlace), ({ account, charged_to: to }) =>
    JSON.stringify([account, to]),
  );
  return [...groups.values()].flatMap((same) => {
    const [first] = same;
    const amount = sumOfDecimals(same.map((one) => one.amount));
    return first && /[1-9]/.test(amount) ? [{ ...first, amount }] : [];
  });
}

/** The amounts of an invoice by which a pool takes, rounded so that they come to what is borne. */
function inCents(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ invoice }) => invoice).values()].flatMap((same) => {
    const amounts = roundTogether(
      same.map(({ amount }) => amount),
      same[0]?.decimals ?? 0,
    );
    return same.map((row, at) => ({ ...row, amount: amounts[at] ?? row.amount }));
  });
}

const negated = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
const size = ({ amount }: Place) => Math.abs(Number(amount));
const largest = (places: readonly Place[]) =>
  places.toSorted((one, other) => size(other) - size(one)).slice(0, MOST_PLACES);

function moveOf(
  pool: string,
  currency: string,
  sources: readonly Row[],
  targets: readonly Row[],
): PooledMove {
  const from = placesOf(inCents(sources), ({ account, charged_to, amount }) => ({
    account,
    charged_to,
    amount: negated(amount),
  }));
  const to = placesOf(targets, ({ charged_to, amount }) => ({ account: null, charged_to, amount }));
  const stuck = targets.find(({ problem }) => problem !== null);
  const places = [...largest(from), ...largest(to)];
  return {
    pool,
    currency,
    amount: sumOfDecimals(to.map(({ amount }) => amount)),
    sum: sumOfDecimals([...from, ...to].map(({ amount }) => amount)),
    problem: stuck ? problemSentence(stuck.problem, stuck) : null,
    places,
    left_out: from.length + to.length - places.length,
  };
}

/** What the pools of a run's rules move, pool by pool in their order and by currency, from whom and to whom. */
export async function readPooledMoves(db: Runner, run: number, { pools }: Rules): Promise<PooledMove[]> {
  if (pools.length === 0) return [];
  const { rows: sources } = await db.query<Row>({ text: SOURCES, values: [run] });
  const { rows: targets } = await db.query<Row>({ text: TARGETS, values: [run] });
  const { rows: unread } = await db.query<{ bearer: string; currency: string }>({
    text: UNREAD,
    values: [run],
  });
  return pools.flatMap(({ name }): PooledMove[] => {
    const bearer = poolAccount(name);
    const missed = unread.find((one) => one.bearer === bearer);
    if (missed)
      return [{ ...moveOf(name, missed.currency, [], []), problem: problemSentence('pool_tag_unread') }];
    const own = sources.filter((row) => row.bearer === bearer);
    return [...new Set(own.map(({ currency }) => currency))].toSorted().map((currency) =>
      moveOf(
        name,
        currency,
        own.filter((row) => row.currency === currency),
        targets.filter((row) => row.bearer === bearer && row.currency === currency),
      ),
    );
  });
}
