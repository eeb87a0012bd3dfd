import { readChanges, type ChangedAccount, type Changes as RunChanges, type Moved } from '#calls/changes.ts';
import type { Run } from '#calls/runs.ts';
import { grouped, percent } from '#kernel/written.ts';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { formatDay } from '#kernel/dates.ts';
import { queryOf } from '#web/data/call.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { formatMoney } from '../amounts.ts';
import { runAddress } from '../billing.ts';
import { Part } from '../part.tsx';
import classes from '../run.module.css';
import changes from './changes.module.css';
import tables from '../tables.module.css';

const placeOf = ({
  cost_center: center,
  wbs_element: wbs,
}: Pick<ChangedAccount, 'cost_center' | 'wbs_element'>) => center ?? wbs ?? 'nobody';

/** 0.5 → 50%; beyond what a percentage shows well, so many times. */
const shareOf = (share: string | null) => (share === null ? 'new' : percent(Number(share), 0));

const movedFrom = ({ before, now, currency }: Moved) =>
  `${formatMoney(before, currency)} → ${formatMoney(now, currency)}`;

/** A difference with its sign. */
const signed = ({ difference, currency }: Moved) =>
  `${/^-|^0*\.?0*$/.test(difference) ? '' : '+'}${formatMoney(difference, currency)}`;

/** The differences of a run from the month before, for who is about to finalize it. */
export function Changes({ run }: { run: Run }) {
  const load = useLoad(queryOf(readChanges, { id: run.id }, { version: run.changed_at }));
  return (
    <Part title="Changed Since Last Month">
      <Loaded load={load} failed="What changed could not be loaded" height={100}>
        {(compared) => (
          <>
            <Compared compared={compared} />
            <Kinds compared={compared} />
          </>
        )}
      </Loaded>
    </Part>
  );
}

function Compared({
  compared: { compared_with: before, compared_runs: runs, totals },
}: {
  compared: RunChanges;
}) {
  if (!before) return <p className={classes.nothing}>The month before has no billing run to compare with.</p>;
  return (
    <p className={classes.nothing}>
      Compared with{' '}
      {runs.map(({ id }, at) => (
        <Fragment key={id}>
          {at > 0 && (at === runs.length - 1 ? ' and ' : ', ')}
          <Link to={runAddress(id)}>billing run {id}</Link>
        </Fragment>
      ))}{' '}
      of {formatMonth(before.month)}:
      {totals.map((total) => (
        <span key={total.currency} className={tables.amount}>
          {movedFrom(total)} ({signed(total)})
        </span>
      ))}
    </p>
  );
}

/** An account that came or went, by the name that the inventory has of it. */
function AccountEntry({ account }: { account: ChangedAccount }) {
  const { identifier, name, amount, currency } = account;
  return (
    <li>
      <span>
        {name ?? identifier}{' '}
        <span className={tables.soft}>
          {[name && identifier, placeOf(account)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <b>{formatMoney(amount, currency)}</b>
    </li>
  );
}

function Kinds({ compared }: { compared: RunChanges }) {
  const { counts, compared_with: before } = compared;
  return (
    <div className={changes.kinds}>
      {before && (
        <>
          <Kind label="Accounts that came" count={counts.accounts_came}>
            {compared.accounts_came.map((one) => (
              <AccountEntry key={`${one.identifier} ${one.currency}`} account={one} />
            ))}
          </Kind>
          <Kind label="Accounts that went" count={counts.accounts_gone}>
            {compared.accounts_gone.map((one) => (
              <AccountEntry key={`${one.identifier} ${one.currency}`} account={one} />
            ))}
          </Kind>
          <Kind label="Postings that jumped" count={counts.postings_changed}>
            {compared.postings_changed.map((one) => (
              <li key={`${placeOf(one)} ${one.company_code} ${one.gl_account} ${one.currency}`}>
                <span>
                  {placeOf(one)} <span className={tables.soft}>{movedFrom(one)}</span>
                </span>
                <b>
                  {formatMoney(one.difference, one.currency)}
                  <span className={tables.soft}>{shareOf(one.share)}</span>
                </b>
              </li>
            ))}
          </Kind>
        </>
      )}
      <Kind label="Charged and about to expire" count={counts.expiring}>
        {compared.expiring.map((one) => (
          <li key={`${one.what} ${one.id} ${one.currency}`}>
            <span>
              {one.identifier}{' '}
              <span className={tables.soft}>
                {`expires ${formatDay(one.expired_at)}, ${one.replaced_by === null ? 'and nothing replaces it' : `replaced by ${one.replaced_by}`}`}
              </span>
            </span>
            <b>{formatMoney(one.amount, one.currency)}</b>
          </li>
        ))}
      </Kind>
    </div>
  );
}

interface KindProps {
  label: string;
  count: number;
  children: readonly ReactNode[];
}

/** The changes of one kind; they open where there are some. */
function Kind({ label, count, children }: KindProps) {
  if (count === 0)
    return (
      <p className={changes.kind}>
        {label} <span>none</span>
      </p>
    );
  return (
    <details className={changes.kind}>
      <summary>
        {label} <b>{grouped(count)}</b>
      </summary>
      <ul>
        {children}
        {count > children.length && <li>and {grouped(count - children.length)} more</li>}
      </ul>
    </details>
  );
}
