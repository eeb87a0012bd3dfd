import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Board, CloseCell } from '#calls/close.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { formatMonth } from '#web/ui/moments.ts';
import { PROVIDERS } from '../billing.ts';
import { Cell } from '../cell.tsx';
import { HeadedTable } from '../headed-table.tsx';
import tables from '../tables.module.css';
import { HELD_WORDS } from '../held-words.ts';
import { CLOSE, CLOSE_WORDS, runsWithInvoices } from './close.ts';
import classes from './close.module.css';

/** Providers by months; a press on a month shows what is missing in it. */
export function CloseGrid({ board: { months, providers } }: { board: Board }) {
  return (
    <HeadedTable label="Month Close" heads={['Provider', ...months.map(formatMonth)]} atEnd>
      {providers.map(({ provider, cells }) => (
        <tr key={provider}>
          <th scope="row">{PROVIDERS[provider]}</th>
          {cells.map((cell) => (
            <Cell key={cell.month} label={formatMonth(cell.month)}>
              <CellStatus cell={cell} provider={PROVIDERS[provider]} chosen={cell.month === months.at(-1)} />
            </Cell>
          ))}
        </tr>
      ))}
    </HeadedTable>
  );
}

function CellStatus({ cell, provider, chosen }: { cell: CloseCell; provider: string; chosen: boolean }) {
  const { month, state, missing, accruals, differences } = cell;
  const unheld = runsWithInvoices(cell).reduce((sum, { invoices }) => sum + invoices.nothing, 0);
  const shown = (
    <>
      <StateBadge {...CLOSE_WORDS[state]} />
      {missing.length > 0 && <span className={tables.soft}>{missing.length} missing</span>}
      {unheld > 0 && <span className={tables.soft}>{HELD_WORDS.nothing(unheld)}</span>}
      {accruals.some((one) => one.state === 'standing') && <span className={tables.soft}>Accrued</span>}
      {differences.some((one) => one.month === month) && (
        <span className={tables.soft}>Corrected afterwards</span>
      )}
    </>
  );
  if (chosen) return shown;
  return (
    <Link to={CLOSE} search={{ month } as never} resetScroll={false} className={classes.cell}>
      <VisuallyHidden>
        {provider}, {formatMonth(month)}:{' '}
      </VisuallyHidden>
      {shown}
    </Link>
  );
}
