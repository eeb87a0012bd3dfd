import { grouped, listed } from '#kernel/written.ts';
import { isPlace, NO_ACCOUNT } from '#kernel/billing/places.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoney, isZero } from '../amounts.ts';
import type { Run } from '../billing.ts';
import { Cell, Money } from '../cell.tsx';
import { commitmentsQuery, type AmortisedInvoice, type Commitment } from '../commitments.ts';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import { useFirst } from '../use-first.tsx';
import classes from '../run.module.css';
import tables from '../tables.module.css';

const FIRST = 10;
const INVOICE_HEADS = [
  'Invoice',
  numbers('Billed'),
  numbers('Amortised'),
  numbers('Difference'),
  numbers('Charged'),
];
const HEADS = [
  'Commitment',
  numbers('Billed'),
  numbers('Used'),
  numbers('Unused'),
  numbers('Difference'),
  'Borne By',
];

/** The reservations and savings plans of a run: why what is billed is not what is amortised, and who bears what of each. */
export function Commitments({ run }: { run: Run }) {
  const load = useLoad(commitmentsQuery(run));
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
            <Cell label="Billed" number>
              <Money amount={billed} currency={currency} />
            </Cell>
            <Cell label="Amortised" number>
              <Money amount={amortised} currency={currency} />
            </Cell>
            <Cell label="Difference" number>
              <Money amount={difference} currency={currency} />
            </Cell>
            <Cell label="Charged" number>
              <Money amount={charged} currency={currency} />
            </Cell>
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
            <th scope="row" className={tables.account}>
              {one.commitment}
              <span className={tables.soft}>Invoice {one.reference}</span>
            </th>
            <Cell label="Billed" number>
              <Money amount={one.billed} currency={one.currency} />
            </Cell>
            <Amount label="Used" amount={one.used} currency={one.currency} />
            <Amount label="Unused" amount={one.unused} currency={one.currency} />
            <Amount label="Difference" amount={one.difference} currency={one.currency} />
            <Cell label="Borne By">
              {borneBy(one)}
              {one.charge === 'effective_cost' && one.users > 0 && (
                <span className={tables.soft}>{usersOf(one)}</span>
              )}
            </Cell>
          </tr>
        ))}
      </HeadedTable>
      {more}
    </>
  );
}

/** An amount that the file may not say. */
const Amount = ({ label, amount, currency }: { label: string; amount: string | null; currency: string }) => (
  <Cell label={label} number>
    {amount === null ? 'not said' : <Money amount={amount} currency={currency} />}
  </Cell>
);

/** An account or place with the cost center that pays for it. */
const payer = (identifier: string, to: string | null) => {
  const name = isPlace(identifier) ? identifier.slice(NO_ACCOUNT.length) : identifier;
  return to === null ? name : `${name} (${to})`;
};

/** Who bears what of a commitment, as sentences. */
function borneBy(one: Commitment): string {
  const { charge, known, buyer, buyer_charged_to: buyerTo, unused, unused_to: place, users } = one;
  const bought = payer(buyer, buyerTo);
  if (!known) return `The buyer, ${bought}, as it is billed: the file says no effective cost.`;
  if (charge === 'buyer') return `The buyer, ${bought}, as it is billed.`;
  const bearers = [
    ...(users > 0 ? [`what is used ${users === 1 ? 'one account' : `${grouped(users)} accounts`}`] : []),
    ...(isZero(unused ?? '0') ? [] : [`what is unused ${payer(place, one.unused_charged_to)}`]),
    ...(isZero(one.difference ?? '0') ? [] : [`the difference the buyer, ${bought}`]),
  ];
  return bearers.length === 0 ? 'Nobody: it comes to nothing.' : `By effective cost: ${listed(bearers)}.`;
}

/** The accounts that used most of it. */
function usersOf({ largest, users, currency }: Commitment): string {
  const named = largest
    .slice(0, 3)
    .map(
      ({ identifier, amount, charged_to: to }) => `${payer(identifier, to)} ${formatMoney(amount, currency)}`,
    );
  const others = users - named.length;
  return others > 0 ? `${named.join(', ')} and ${grouped(others)} more` : listed(named);
}
