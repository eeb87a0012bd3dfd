import { Text } from '@mantine/core';
import { useState } from 'react';
import type { MadeOfCharge, MyCharge, MyLine } from '#calls/my-cloud.ts';
import { formatDay } from '#kernel/dates.ts';
import { grouped, money, percent } from '#kernel/written.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { SideDialog } from '#web/ui/dialogs/dialog.tsx';
import { Pages } from '#web/ui/entries.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { LINES_PAGE, linesQuery, madeOfQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

interface ChargeDialogProps {
  charge: MyCharge;
  onClose: () => void;
}

/** The accounts in a charge, each with the way that led it there, and the lines of the invoice. */
export default function ChargeDialog({ charge, onClose }: ChargeDialogProps) {
  const load = useLoad(madeOfQuery(charge));
  const { charged_to: whose, reference, month, amount, currency } = charge;
  return (
    <SideDialog onClose={onClose} position="right" size="lg" title={`Charged to ${whose}`}>
      <p className={classes.sum}>{money(amount, currency)}</p>
      <Text size="sm" c="dimmed">
        {formatMonth(month)}, invoice {reference}
      </Text>
      <Loaded load={load} failed="Where it comes from could not be loaded">
        {(made) => <Accounts made={made} />}
      </Loaded>
      <Lines charge={charge} />
    </SideDialog>
  );
}

const isZero = (amount: string) => Number(amount) === 0;

/** Whose lines it charges, and what is split among everybody. */
function Accounts({
  made: { accounts, accounts_total: total, split, pools, seats_total: seats, before, posting },
}: {
  made: MadeOfCharge;
}) {
  const { currency } = posting;
  return (
    <>
      {before !== null && !isZero(before) && (
        <Text size="sm" mt="xs">
          It is the difference from {money(before, currency)}, which was charged before. Accounts and lines
          are those of the whole invoice.
        </Text>
      )}
      <h3 className={classes.subhead}>Accounts</h3>
      <ul className={classes.lines} aria-label="Accounts">
        {accounts.map((account) => (
          <li key={account.identifier}>
            <div className={classes.lineHead}>
              <strong>{account.identifier ?? 'To the cost center that was named'}</strong>
              <span>{money(account.amount, currency)}</span>
            </div>
            <span className={classes.soft}>{wayOf(account)}</span>
          </li>
        ))}
        {total > accounts.length && <li>and {grouped(total - accounts.length)} more</li>}
        {pools.map((one, at) => (
          <li key={`${one.pool} ${at}`}>
            <div className={classes.lineHead}>
              <strong>Its part of {one.pool}</strong>
              <span>{money(one.amount, currency)}</span>
            </div>
            <span className={classes.soft}>{one.words}</span>
          </li>
        ))}
        {!isZero(split.amount) && (
          <li>
            <div className={classes.lineHead}>
              <strong>Its share of what belongs to no account</strong>
              <span>{money(split.amount, currency)}</span>
            </div>
          </li>
        )}
      </ul>
      {seats > 0 && (
        <p className={classes.soft}>{grouped(seats)} seats of GitHub Copilot bear a part of it.</p>
      )}
    </>
  );
}

/** How an account came to be charged here, in a sentence. */
function wayOf({ named, chain, share, lines }: MadeOfCharge['accounts'][number]): string {
  const way = chain.map(({ identifier }) => identifier);
  const led =
    named === null
      ? 'Assigned here'
      : way.length > 1
        ? `It names ${named}, which leads to ${way.at(-1)}`
        : `It names ${named}`;
  const part = Number(share) === 1 ? '' : `, and ${percent(Number(share), 2)} of it is charged here`;
  return `${led}${part}. ${grouped(lines)} ${lines === 1 ? 'line' : 'lines'}.`;
}

/** The lines of the invoice, page by page. */
function Lines({ charge }: { charge: MyCharge }) {
  const [page, setPage] = useState(1);
  const load = useLoad(linesQuery(charge, page));
  return (
    <>
      <h3 className={classes.subhead}>Lines</h3>
      <Loaded load={load} failed="The lines could not be loaded">
        {({ data, meta }) => (
          <>
            <ul className={classes.lines} aria-label="Lines">
              {data.map((line, at) => (
                <LineEntry key={`${page} ${at}`} line={line} />
              ))}
            </ul>
            <Pages what="lines" page={page} pages={Math.ceil(meta.total / LINES_PAGE)} onPage={setPage} />
          </>
        )}
      </Loaded>
    </>
  );
}

function LineEntry({ line }: { line: MyLine }) {
  const { service, kind, day, description, identifier, rule } = line;
  const shared = rule === 'proportional' && 'split among everybody on the invoice';
  const details = [identifier, day && formatDay(day), kind !== 'usage' && kind, description, shared];
  return (
    <li>
      <div className={classes.lineHead}>
        <strong>{service ?? kind}</strong>
        <span>{money(line.amount, line.currency)}</span>
      </div>
      <span className={classes.soft}>{details.filter(Boolean).join(' · ')}</span>
    </li>
  );
}
