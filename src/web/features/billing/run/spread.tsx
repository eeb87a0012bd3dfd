import type { Run } from '#calls/runs.ts';
import { LINE_KIND_WORDS, type Spread as OneSpread } from '#calls/run-details.ts';
import { grouped } from '#kernel/written.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { Cell, Money } from '../cell.tsx';
import { spreadQuery } from '../details.ts';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import { useFirst } from '../use-first.tsx';
import classes from '../run.module.css';
import tables from '../tables.module.css';

const FIRST = 10;
const HEADS = ['Invoice', 'What', 'Charged', numbers('Lines'), numbers('Amount')];

const counted = (count: number, what: string) => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;

/** Who bears it and by which rule, as a sentence. */
function borneBy({ rule, charged_to: to, postings, exceptions }: OneSpread): string {
  if (rule === 'named') return `To ${to}, which was named for what belongs to no account.`;
  if (rule === 'rounding') return 'The difference from the stated total is a part of the largest posting.';
  const over = [
    ...(postings > 0 ? [counted(postings, 'posting')] : []),
    ...(exceptions > 0 ? [counted(exceptions, 'exception')] : []),
  ];
  return `Over ${over.join(' and ')}, in proportion to what each is charged.`;
}

/** The charges of a run's invoices of no account: tax, credits, adjustments and rounding, with who bears them. */
export function Spread({ run }: { run: Run }) {
  const load = useLoad(spreadQuery(run));
  return (
    <Part title="Spread">
      <Loaded load={load} failed="What was spread could not be loaded" height={80}>
        {({ data, meta: { total } }) =>
          total === 0 ? (
            <p className={classes.nothing}>
              Nothing is spread: no tax, credit or rounding of the invoices is without an account.
            </p>
          ) : (
            <>
              <Table of={data} />
              {total > data.length && (
                <p className={tables.soft}>
                  There are {grouped(total - data.length)} more, of other invoices.
                </p>
              )}
            </>
          )
        }
      </Loaded>
    </Part>
  );
}

function Table({ of }: { of: readonly OneSpread[] }) {
  const [shown, more] = useFirst(of, FIRST, 'rows');
  return (
    <>
      <HeadedTable label="Spread" heads={HEADS}>
        {shown.map((one) => (
          <tr key={`${one.reference} ${one.currency} ${one.kind} ${one.rule}`}>
            <th scope="row">{one.reference}</th>
            <Cell label="What">{LINE_KIND_WORDS[one.kind]}</Cell>
            <Cell label="Charged" sentence>
              {borneBy(one)}
            </Cell>
            <Cell label="Lines" number>
              {one.rule !== 'rounding' && grouped(one.lines)}
            </Cell>
            <Cell label="Amount" number>
              <Money amount={one.amount} currency={one.currency} />
            </Cell>
          </tr>
        ))}
      </HeadedTable>
      {more}
    </>
  );
}
