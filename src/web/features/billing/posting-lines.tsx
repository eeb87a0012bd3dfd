import { Pagination, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '#kernel/dates.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { SideDialog } from '#web/ui/dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { formatMoney, isZero } from './amounts.ts';
import type { Run } from './billing.ts';
import { Chain } from './chain.tsx';
import { LINES_PAGE, linesQuery, madeOfQuery, type Line, type Posting } from './details.ts';
import classes from './billing.module.css';
import tables from './tables.module.css';

const RULES: Record<Line['rule'], string> = {
  account: 'Charged by its account',
  proportional: 'Belongs to no account, so it is split in proportion to the others',
  named: 'Belongs to no account, so it goes to the cost center that was named',
  rounding: 'What the stated total differs by from the lines',
};

interface PostingLinesProps {
  run: Run;
  posting: Posting;
  onClose: () => void;
}

/** What a posting was made of: its accounts, and its lines, each with the rule and the way that led it there. */
export default function PostingLines({ run, posting, onClose }: PostingLinesProps) {
  const [page, setPage] = useState(1);
  const load = useLoad(linesQuery(run, { by_posting: posting.id }, page));
  const charged = posting.cost_center ?? posting.wbs_element;
  return (
    <SideDialog onClose={onClose} position="right" size="lg" title={`Charged to ${charged}`}>
      <Text size="sm" c="dimmed">
        Company {posting.company_code}, GL account {posting.gl_account}, invoice {posting.reference}
      </Text>
      <p className={classes.sum}>{formatMoney(posting.amount, posting.currency)}</p>
      <Accounts run={run} posting={posting} />
      <h3 className={classes.subhead}>Lines</h3>
      <Loaded load={load} failed="The lines could not be loaded">
        {({ data, meta: { total } }) => (
          <>
            <ul className={classes.lines} aria-label="Lines">
              {data.map((line, at) => (
                <LineEntry key={`${page} ${at}`} line={line} />
              ))}
            </ul>
            {total > LINES_PAGE && (
              <Pagination
                mt="md"
                size="sm"
                total={Math.ceil(total / LINES_PAGE)}
                value={page}
                onChange={setPage}
                getControlProps={(control) => ({ 'aria-label': `${control} page of lines` })}
                getItemProps={(number) => ({ 'aria-label': `Page ${number} of lines` })}
              />
            )}
          </>
        )}
      </Loaded>
    </SideDialog>
  );
}

/** Whose lines the posting charges, each with its way, and what was split. */
function Accounts({ run, posting }: { run: Run; posting: Posting }) {
  const load = useLoad(madeOfQuery(run, posting.id));
  return (
    <>
      <h3 className={classes.subhead}>Accounts</h3>
      <Loaded load={load} failed="The accounts could not be loaded" height={60}>
        {({ accounts, accounts_total: total, split }) => (
          <ul className={classes.lines} aria-label="Accounts">
            {accounts.map((account) => (
              <li key={account.identifier}>
                <div className={classes.lineHead}>
                  <strong>{account.identifier ?? 'To the cost center that was named'}</strong>
                  <span>{formatMoney(account.amount, posting.currency, posting.amount)}</span>
                </div>
                <Chain
                  identifier={account.identifier}
                  cloudParent={account.cloud_parent_id}
                  named={account.named}
                  chain={account.chain}
                />
              </li>
            ))}
            {total > accounts.length && <li>and {(total - accounts.length).toLocaleString('en')} more</li>}
            {!isZero(split.amount) && (
              <li>
                <div className={classes.lineHead}>
                  <strong>Its share of what belongs to no account</strong>
                  <span>{formatMoney(split.amount, posting.currency, posting.amount)}</span>
                </div>
              </li>
            )}
          </ul>
        )}
      </Loaded>
    </>
  );
}

function LineEntry({ line }: { line: Line }) {
  const { service, description, day, kind, rule } = line;
  const place = line.line === 0 ? 'Not in the file' : `Row ${line.line.toLocaleString('en')}`;
  const details = [place, day && formatDay(day), kind !== 'usage' && kind, description].filter(Boolean);
  return (
    <li>
      <div className={classes.lineHead}>
        <strong>{service ?? kind}</strong>
        <span>{formatMoney(line.amount, line.currency)}</span>
      </div>
      <span className={tables.soft}>{details.join(' · ')}</span>
      <details>
        <summary>{RULES[rule]}</summary>
        <Chain
          identifier={line.identifier}
          cloudParent={line.cloud_parent_id}
          named={line.named}
          chain={line.chain}
        />
      </details>
    </li>
  );
}
