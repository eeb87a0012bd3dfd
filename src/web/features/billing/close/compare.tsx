import { readAccrual, type Accrual, type Comparison } from '#calls/accruals.ts';
import { queryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { AmountCells } from '../amount-cells.tsx';
import { PROVIDERS } from '../billing.ts';
import { Cell } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { useFirst } from '../use-first.tsx';
import runs from '../run.module.css';
import tables from '../tables.module.css';

const FIRST = 50;
const HEADS = ['Charged To', 'Company', numbers('Accrued'), numbers('Invoiced'), numbers('Difference')];

interface CompareProps {
  accrual: Accrual;
  onClose: () => void;
}

/** The accrued amounts beside those of the invoices, place by place. */
export default function Compare({ accrual: { id, provider, month }, onClose }: CompareProps) {
  const load = useLoad(queryOf(readAccrual, { id }));
  return (
    <Dialog
      onClose={onClose}
      title={`Accrual ${id} Against Its Invoices: ${PROVIDERS[provider]}, ${formatMonth(month)}`}
      size="xl"
    >
      <Loaded load={load} failed="The accrual could not be loaded" height={160}>
        {({ comparison }) =>
          comparison === null ? (
            <p className={runs.nothing}>
              No billing run of the month is final yet, so there is nothing to compare it with.
            </p>
          ) : (
            <Compared comparison={comparison} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function Compared({ comparison }: { comparison: Comparison }) {
  const [shown, more] = useFirst(comparison.places, FIRST, 'places');
  return (
    <>
      <HeadedTable label="Accrued and invoiced" heads={HEADS}>
        {comparison.totals.map((total) => (
          <tr key={total.currency}>
            <th scope="row">Total {total.currency}</th>
            <Cell label="Company" />
            <Amounts of={total} />
          </tr>
        ))}
        {shown.map((place) => (
          <tr key={[place.company_code, place.gl_account, place.cost_center, place.wbs_element].join(' ')}>
            <th scope="row">
              {place.cost_center ?? place.wbs_element}
              <span className={tables.soft}>
                {place.cost_center === null ? 'WBS element' : 'Cost center'}, GL {place.gl_account}
              </span>
            </th>
            <Cell label="Company">{place.company_code}</Cell>
            <Amounts of={place} />
          </tr>
        ))}
      </HeadedTable>
      {more}
    </>
  );
}

interface AmountsProps {
  of: { currency: string; accrued: string; invoiced: string; difference: string };
}

function Amounts({ of: { currency, accrued, invoiced, difference } }: AmountsProps) {
  return (
    <AmountCells
      currency={currency}
      of={{ Accrued: accrued, Invoiced: invoiced, Difference: difference }}
      marked="Difference"
    />
  );
}
