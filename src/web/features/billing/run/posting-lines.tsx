import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Run } from '#calls/runs.ts';
import type { MadeOf } from '#calls/explain.ts';
import { LINE_KIND_WORDS, type Line } from '#calls/run-details.ts';
import { formatDay } from '#kernel/dates.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { SideDialog } from '#web/ui/dialogs/dialog.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { grouped } from '#kernel/written.ts';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoney, formatShare, isZero } from '../amounts.ts';
import { Chain, RecordLink } from '../chain.tsx';
import { SeatList } from '../copilot/seat-list.tsx';
import { LINES_PAGE, linesQuery, madeOfQuery } from '../details.ts';
import { RULES_PAGE } from '../rules/rules.ts';
import linesClasses from '../lines.module.css';
import runClasses from '../run.module.css';
import tables from '../tables.module.css';

const RULES: Record<Line['rule'], string> = {
  account: 'Charged by its account',
  pool: 'Taken by a pool of shared cost',
  seats: 'Split in equal parts by the seats of GitHub Copilot',
  proportional: 'Belongs to no account, so it is split in proportion to the others',
  named: 'Belongs to no account, so it goes to the cost center that was named',
  rounding: 'What the stated total differs by from the lines',
};

interface PostingLinesProps {
  run: Run;
  /** The id of the posting. */
  id: number;
  onClose: () => void;
}

/** The parts of a posting: its accounts and its lines, each with the way that led it there, and its bills. */
export default function PostingLines({ run, id, onClose }: PostingLinesProps) {
  const load = useLoad(madeOfQuery(run, id));
  const posting = dataOf(load)?.posting;
  const charged = posting?.cost_center ?? posting?.wbs_element;
  return (
    <SideDialog
      onClose={onClose}
      position="right"
      size="lg"
      title={charged ? `Charged to ${charged}` : `Posting ${id}`}
    >
      <Loaded load={load} failed="The posting could not be loaded">
        {(made) => (
          <>
            <Text size="sm" c="dimmed">
              Company {made.posting.company_code}, GL account {made.posting.gl_account}, invoice{' '}
              {made.posting.reference}
            </Text>
            <p className={runClasses.sum}>{formatMoney(made.posting.amount, made.posting.currency)}</p>
            {made.before !== null && !isZero(made.before) && (
              <Text size="sm" c="dimmed">
                The difference from {formatMoney(made.before, made.posting.currency)}, which is booked
                already. Accounts and lines are those of the whole invoice.
              </Text>
            )}
            <Bills made={made} />
            <Accounts made={made} />
            <Pools made={made} />
            <Seats made={made} />
            <Lines run={run} posting={id} />
          </>
        )}
      </Loaded>
    </SideDialog>
  );
}

/** The bills that book a posting, and take it back. */
function Bills({ made: { bills, posting } }: { made: MadeOf }) {
  if (bills.length === 0) return null;
  return (
    <ul className={linesClasses.bills} aria-label="Bills">
      {bills.map(({ id, date, amount, counters }) => (
        <li key={id}>
          <RecordLink
            model="cloud_bills"
            id={id}
            text={`${counters ? 'Bill against it' : 'Bill'} of ${formatDay(date)}`}
          />
          <span>{formatMoney(amount, posting.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Whose lines the posting charges, each with its way, and what was split. */
function Accounts({ made }: { made: MadeOf }) {
  const { accounts, accounts_total: total, split, posting } = made;
  const money = (amount: string) => formatMoney(amount, posting.currency, posting.amount);
  return (
    <>
      <h3 className={linesClasses.subhead}>Accounts</h3>
      <ul className={linesClasses.lines} aria-label="Accounts">
        {accounts.map((account) => (
          <li key={account.identifier}>
            <div className={linesClasses.lineHead}>
              <strong>
                {account.account_name ?? account.identifier ?? 'To the cost center that was named'}
              </strong>
              <span>{money(account.amount)}</span>
            </div>
            <Share share={account.share} />
            <Chain
              identifier={account.identifier}
              name={account.account_name}
              cloudParent={account.cloud_parent_id}
              named={account.named}
              chain={account.chain}
            />
          </li>
        ))}
        {total > accounts.length && <li>and {grouped(total - accounts.length)} more</li>}
        {!isZero(split.amount) && (
          <li>
            <div className={linesClasses.lineHead}>
              <strong>Its share of what belongs to no account</strong>
              <span>{money(split.amount)}</span>
            </div>
            {!isZero(split.rounding) && (
              <span className={tables.soft}>
                {money(split.rounding)} of it is the difference from the stated total.
              </span>
            )}
          </li>
        )}
      </ul>
    </>
  );
}

/** Which part of which pool of the rules the posting has, and why. */
function Pools({ made: { pools, posting } }: { made: MadeOf }) {
  if (pools.length === 0) return null;
  return (
    <>
      <h3 className={linesClasses.subhead}>Pools of Shared Cost</h3>
      <ul className={linesClasses.lines} aria-label="Pools of Shared Cost">
        {pools.map((one, at) => (
          <li key={`${one.pool} ${at}`}>
            <div className={linesClasses.lineHead}>
              <strong>{one.pool}</strong>
              <span>{formatMoney(one.amount, posting.currency)}</span>
            </div>
            <span className={tables.soft}>{one.words}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Who bears what of the posting is charged for GitHub. */
function Seats({ made: { seats, seats_total: total } }: { made: MadeOf }) {
  if (total === 0) return null;
  return (
    <>
      <h3 className={linesClasses.subhead}>Seats of GitHub, {grouped(total)}</h3>
      <SeatList seats={seats} />
      {total > seats.length && <span className={tables.soft}>and {grouped(total - seats.length)} more</span>}
    </>
  );
}

/** The lines of the file behind a posting, page by page. */
function Lines({ run, posting }: { run: Run; posting: number }) {
  const [page, setPage] = useState(1);
  const load = useLoad(linesQuery(run, posting, page));
  return (
    <>
      <h3 className={linesClasses.subhead}>Lines</h3>
      <Loaded load={load} failed="The lines could not be loaded">
        {({ data, meta: { total } }) => (
          <>
            <ul className={linesClasses.lines} aria-label="Lines">
              {data.map((line, at) => (
                <LineEntry key={`${page} ${at}`} line={line} run={run} posting={posting} />
              ))}
            </ul>
            <Pages what="lines" page={page} pages={Math.ceil(total / LINES_PAGE)} onPage={setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** How much of an amount is charged here, where a reviewed workbook has split it. */
function Share({ share }: { share: string }) {
  return Number(share) === 1 ? null : (
    <span className={tables.soft}>{formatShare(share)} of it is charged here.</span>
  );
}

function LineEntry({ line, run, posting }: { line: Line; run: Run; posting: number }) {
  const { service, description, day, kind, rule, parts } = line;
  const place = line.line === 0 ? 'Not in the file' : `Row ${grouped(line.line)}`;
  const details = [
    place,
    day && formatDay(day),
    kind !== 'usage' && LINE_KIND_WORDS[kind],
    description,
  ].filter(Boolean);
  return (
    <li>
      <div className={linesClasses.lineHead}>
        <strong>{service ?? LINE_KIND_WORDS[kind]}</strong>
        <span>{formatMoney(line.amount, line.currency)}</span>
      </div>
      <span className={tables.soft}>{details.join(' · ')}</span>
      <Share share={parts.find((part) => part.posting === posting)?.share ?? '1'} />
      <details>
        <summary>{line.pool === null ? RULES[rule] : `${RULES[rule]}, ${line.pool}`}</summary>
        {(rule === 'proportional' || rule === 'named' || rule === 'pool') && (
          <span className={tables.soft}>
            By <Link to={RULES_PAGE}>version {run.rules_version} of the rules</Link>
          </span>
        )}
        <Chain
          identifier={line.identifier}
          name={line.account_name}
          cloudParent={line.cloud_parent_id}
          named={line.named}
          chain={line.chain}
        />
      </details>
    </li>
  );
}
