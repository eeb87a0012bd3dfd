import { useMemo } from 'react';
import { makeAccrual, suggestion, type Suggestion } from '#calls/accruals.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { text } from '#kernel/fields/text.ts';
import { change, queryOf } from '#web/data/call.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { formatMoney } from '../amounts.ts';
import { PROVIDERS } from '../billing.ts';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import tables from '../tables.module.css';
import classes from './close.module.css';

const fields = {
  percent: text('Percent', {
    max: 9,
    hint: 'Of the amounts above. 100 leaves them as they were.',
  }),
};

interface AccrueProps {
  provider: BillProvider;
  month: string;
  onClose: () => void;
}

/** Shows what would be accrued for a month whose invoice has not come, and makes the accrual. */
export default function Accrue({ provider, month, onClose }: AccrueProps) {
  const dialog = useMemo(
    (): ActionDialog<object> => ({
      title: `Accrue ${PROVIDERS[provider]} for ${formatMonth(month)}`,
      text: () => <Suggested provider={provider} month={month} />,
      fields,
      start: () => ({ percent: '100' }),
      submit: 'Accrue',
      failed: 'The accrual could not be made.',
      run: async ({ values }, { once }) => {
        const input = { provider, month, percent: String(values['percent'] ?? '') };
        const { id } = await once([input], (intent) => change(makeAccrual, input, intent));
        return { notice: `Accrual ${id} is made, and its sheet can be booked!` };
      },
    }),
    [provider, month],
  );
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}

function Suggested({ provider, month }: Pick<AccrueProps, 'provider' | 'month'>) {
  const load = useLoad(queryOf(suggestion, { provider, month }));
  return (
    <Loaded load={load} failed="What would be accrued could not be loaded" height={120}>
      {(suggested) => <Postings of={suggested} />}
    </Loaded>
  );
}

function Postings({ of: { from, left_out: open, totals, postings } }: { of: Suggestion }) {
  if (from === null) return 'No final billing run of the year before has anything to copy.';
  const amounts = totals.map(({ currency, amount }) => formatMoney(amount, currency)).join(' and ');
  const gone = postings.filter(({ valid }) => !valid).length;
  return (
    <>
      <p className={classes.lead}>
        {amounts}, as the final runs of {formatMonth(from)} have it. No invoice stands behind it, and it is to
        be reversed once the invoice is there.
        {open.length > 0 &&
          ` ${open.length === 1 ? 'Run' : 'Runs'} ${open.join(', ')} of that month ${open.length === 1 ? 'is' : 'are'} not final and left out.`}
        {gone > 0 &&
          ` ${gone === 1 ? 'One place is' : `${gone} places are`} not valid any more at the end of the month.`}
      </p>
      <div className={classes.suggested}>
        <HeadedTable label="What would be accrued" heads={['Charged To', 'Company', numbers('Amount')]}>
          {postings.map((one) => (
            <tr key={one.n}>
              <th scope="row">
                {one.cost_center ?? one.wbs_element}
                {!one.valid && <span className={tables.soft}>Not valid any more</span>}
              </th>
              <Cell label="Company">
                {one.company_code}, GL {one.gl_account}
              </Cell>
              <Cell label="Amount" number>
                <Money {...one} />
              </Cell>
            </tr>
          ))}
        </HeadedTable>
      </div>
    </>
  );
}
