import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PooledMove } from '#calls/pools.ts';
import type { MovedRun } from '#calls/rules.ts';
import { grouped } from '#kernel/written.ts';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { formatMoney } from '../amounts.ts';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { useFirst } from '../use-first.tsx';
import { readTagsAgain } from './rules.ts';
import linesClasses from '../lines.module.css';
import tables from '../tables.module.css';
import classes from './pools.module.css';

/** So many are shown at first of those who give and get. */
const FIRST = 8;

/** What each pool of a version moves in a run, from whom and to whom. */
export function PoolMoves({ run }: { run: MovedRun }) {
  return run.pools.map((move) => <OfPool key={`${move.pool} ${move.currency}`} run={run} move={move} />);
}

function OfPool({ run, move }: { run: MovedRun; move: PooledMove }) {
  const { pool, currency, amount, sum, places, left_out: left, problem } = move;
  const label = `Pool ${pool} of run ${run.id}`;
  const [shown, more] = useFirst(places, FIRST, `rows of pool ${pool}`);
  return (
    <>
      <h4 className={linesClasses.subhead}>
        Pool {pool} <span className={tables.count}>takes {formatMoney(amount, currency)}</span>
      </h4>
      {problem !== null && <p className={classes.problem}>{problem}</p>}
      {problem !== null && places.length === 0 && <ReadAgain month={run.month} />}
      {places.length > 0 && (
        <>
          <HeadedTable label={label} heads={['Cost Center', 'Of', numbers('Amount')]} below>
            {shown.map((place, at) => (
              <tr key={`${place.account} ${place.charged_to} ${at}`}>
                <Cell label="Cost Center">{place.charged_to ?? 'Unallocated'}</Cell>
                <Cell label="Of">
                  {place.account === null ? 'Its part of the pool' : `Account ${place.account}`}
                </Cell>
                <Cell label="Amount" number>
                  <Money amount={place.amount} currency={currency} />
                </Cell>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={2}>
                Together
              </th>
              <Cell label="Together" number>
                <Money amount={sum} currency={currency} />
              </Cell>
            </tr>
          </HeadedTable>
          {more}
          {more === null && left > 0 && <p className={tables.soft}>and {grouped(left)} smaller ones</p>}
        </>
      )}
    </>
  );
}

/** Has the tags of a month looked for once more. */
function ReadAgain({ month }: { month: string }) {
  const { mutate, error, isPending, isSuccess } = useMutation({ mutationFn: () => readTagsAgain(month) });
  return (
    <>
      <Button size="xs" variant="default" loading={isPending} disabled={isSuccess} onClick={() => mutate()}>
        Read the tags of {formatMonth(month)} again
      </Button>
      {isSuccess && (
        <p className={tables.soft}>The files are read again. Preview the version once more when they are.</p>
      )}
      {error && (
        <FailureNote outcome={{ title: 'The tags could not be read again.', reason: error.message }} />
      )}
    </>
  );
}
