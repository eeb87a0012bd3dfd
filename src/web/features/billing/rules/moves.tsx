import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { MovedRun, MovePlace } from '#calls/rules.ts';
import { grouped } from '#kernel/written.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { PROVIDERS, runAddress } from '../billing.ts';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { PoolMoves } from './pool-moves.tsx';
import { useFirst } from '../use-first.tsx';
import linesClasses from '../lines.module.css';
import runClasses from '../run.module.css';
import rules from './rules.module.css';
import tables from '../tables.module.css';

interface MovesProps {
  runs: readonly MovedRun[];
  /** The version that was tried out. */
  version: number;
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** The changes of a version, run by run; those in which nothing moves are named. */
export function Moves({ runs, version }: MovesProps) {
  if (runs.length === 0)
    return (
      <p className={runClasses.nothing}>
        No run is open, so there is nothing that version {version} could move.
      </p>
    );
  const isMoved = ({ moves_total: total, pools }: MovedRun) => total > 0 || pools.length > 0;
  const moved = runs.filter(isMoved);
  const still = runs.filter((run) => !isMoved(run));
  return (
    <>
      <p className={rules.summary} role="status">
        {moved.length === 0
          ? `Version ${version} moves nothing in the ${counted(runs.length, 'open run')}.`
          : `Version ${version} moves something in ${grouped(moved.length)} of ${counted(runs.length, 'open run')}. What changed in the inventory since they were allocated is among it.`}
      </p>
      {moved.map((run) => (
        <MovesOfRun key={run.id} run={run} />
      ))}
      {moved.length > 0 && still.length > 0 && (
        <p className={runClasses.nothing}>
          Nothing moves in{' '}
          {still.map(({ id }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <Link to={runAddress(id)}>run {id}</Link>
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}

/** So many moves of a run are shown at first. */
const FIRST = 5;

const HEADS = ['From', 'To', 'Invoice', numbers('Amount')];

function MovesOfRun({ run }: { run: MovedRun }) {
  const { id, moves, moves_total: total } = run;
  const [shown, more] = useFirst(moves, FIRST, `moves of run ${id}`);
  const label = `Moves of run ${id}`;
  return (
    <>
      <h3 className={linesClasses.subhead}>
        <Link to={runAddress(id)}>Run {id}</Link>, {PROVIDERS[run.provider]} {formatMonth(run.month)}{' '}
        <span className={tables.count}>
          allocated by version {run.rules_version}, {counted(total, 'amount moves', 'amounts move')}
        </span>
      </h3>
      {total === 0 && <p className={runClasses.nothing}>Nothing is charged otherwise than now.</p>}
      {total > 0 && (
        <HeadedTable label={label} heads={HEADS} below>
          {shown.map((move, at) => (
            <tr key={`${move.reference} ${at}`}>
              <Cell label="From">
                <PlaceName place={move.from} />
              </Cell>
              <Cell label="To">
                <PlaceName place={move.to} />
              </Cell>
              <Cell label="Invoice">{move.reference}</Cell>
              <Cell label="Amount" number>
                <Money amount={move.amount} currency={move.currency} />
              </Cell>
            </tr>
          ))}
        </HeadedTable>
      )}
      {more}
      {more === null && total > moves.length && (
        <p className={tables.soft}>and {grouped(total - moves.length)} smaller ones</p>
      )}
      <PoolMoves run={run} />
    </>
  );
}

function PlaceName({ place }: { place: MovePlace }) {
  if (!place) return 'Unallocated';
  return (
    <>
      {place.cost_center ?? place.wbs_element}
      <span className={tables.soft}>
        Company {place.company_code}, GL {place.gl_account}
      </span>
    </>
  );
}
