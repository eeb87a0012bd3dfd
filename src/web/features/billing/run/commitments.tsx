import type { Run } from '#calls/runs.ts';
import { listCommitments, type AmortisedInvoice, type Commitment } from '#calls/commitments.ts';
import { grouped, listed } from '#kernel/written.ts';
import { isPlace, NO_ACCOUNT } from '#kernel/billing/places.ts';
import { wholeQueryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { AmountCells } from '../amount-cells.tsx';
import { formatMoney, isZero } from '../amounts.ts';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import { useFirst } from '../use-first.tsx';
import classes from '../run.module.css';
import tables from '../tables.module.css';

const FIRST = 10;
const MOST_COMMITMENTS = 500;
const INVOICE_HEADS = [
  'Invoice',
  numbers('Billed'),
  numbers('Amortised'),
  numbers('Difference'),
  numbers('Charged'),
];
const HEADS = ['Commitment', numbers('Billed'), 'Borne By'];

/** The reservations and savings plans of a run: why what is billed is not what is amortised, and who bears what of each. */
export function Commitments({ run }: { run: Run }) {
  const query = { id: run.id, page: 1, per_page: MOST_COMMITMENTS };
  const load = useLoad(wholeQueryOf(listCommitments, query, { keeps: true, version: run.changed_at }));
  return (
    <Part title="Commitments">
      <Loaded load={load} failed="The commitments could not be loaded" height={120}>
        {({ data, meta: { total, invoices } }) => (
          <>
            <p className={classes.nothing}>
              What is billed is booked, whoever bears it. Amortised, the fees of reservations and savings
              plans are spread over their terms. The difference was paid in this month for others, or below
              zero in others for this one; by effective cost the buyer bears it.
            </p>
            <Invoices of={invoices} />
            <Each of={data} />
            {total > data.length && (
              <p className={tables.soft}>
                There are {grouped(total - data.length)} more, of smaller amounts.
              </p>
            )}
          </>
        )}
      </Loaded>
    </Part>
  );
}

function Invoices({ of }: { of: readonly AmortisedInvoice[] }) {
  const [shown, more] = useFirst(of, FIRST, 'invoices');
  return (
    <>
      <HeadedTable label="Billed and Amortised" heads={INVOICE_HEADS}>
        {shown.map(({ reference, currency, billed, amortised, difference, charged }) => (
          <tr key={`${reference} ${currency}`}>
            <th scope="row">{reference}</th>
            <AmountCells
              currency={currency}
              of={{ Billed: billed, Amortised: amortised, Difference: difference, Charged: charged }}
            />
          </tr>
        ))}
      </HeadedTable>
      {more}
    </>
  );
}

function Each({ of }: { of: readonly Commitment[] }) {
  const [shown, more] = useFirst(of, FIRST, 'commitments');
  return (
    <>
      <HeadedTable label="Commitments" heads={HEADS} below>
        {shown.map((one) => (
          <tr key={`${one.reference} ${one.currency} ${one.commitment}`}>
            <th scope="row" className={tables.address}>
              {one.commitment}
              <span className={tables.soft}>Invoice {one.reference}</span>
            </th>
            <Cell label="Billed" number>
              <Money amount={one.billed} currency={one.currency} />
            </Cell>
            <Cell label="Borne By">
              {borneBy(one).map((sentence) => (
                <div key={sentence}>{sentence}</div>
              ))}
            </Cell>
          </tr>
        ))}
      </HeadedTable>
      {more}
    </>
  );
}

/** An account or place with the cost center that pays for it; an account by the name that the inventory has of it. */
const payer = (identifier: string, name: string | null, to: string | null) => {
  const called = name ?? (isPlace(identifier) ? identifier.slice(NO_ACCOUNT.length) : identifier);
  const beside = [name === null ? null : identifier, to].filter((one) => one !== null);
  return beside.length === 0 ? called : `${called} (${beside.join(', ')})`;
};

/** Who bears what of a commitment, part by part. */
function borneBy(one: Commitment): string[] {
  const { charge, currency, unused, difference } = one;
  const bought = `the buyer, ${payer(one.buyer, one.buyer_name, one.buyer_charged_to)}`;
  const { used } = one;
  if (used === null || unused === null || difference === null)
    return [`As it is billed, ${bought}: the file says no effective cost.`];
  const [usedText, unusedText, left] = [used, unused, difference].map((amount) =>
    formatMoney(amount, currency),
  );
  if (charge === 'buyer')
    return [
      `As it is billed, ${bought}.`,
      `By effective cost ${usedText} is used and ${unusedText} unused; the difference is ${left}.`,
    ];
  return [
    ...(isZero(used) ? [] : [`Used, ${usedText}: ${usersOf(one)}`]),
    ...(isZero(unused)
      ? []
      : [`Unused, ${unusedText}: ${payer(one.unused_to, one.unused_to_name, one.unused_charged_to)}`]),
    ...(isZero(difference) ? [] : [`Difference, ${left}: ${bought}`]),
  ];
}

/** The accounts that used most of it. */
function usersOf({ largest, users, currency }: Commitment): string {
  const named = largest
    .slice(0, 3)
    .map(
      ({ identifier, account_name: name, amount, charged_to: to }) =>
        `${payer(identifier, name, to)} ${formatMoney(amount, currency)}`,
    );
  const others = users - named.length;
  return others > 0 ? `${named.join(', ')} and ${grouped(others)} more` : listed(named);
}
