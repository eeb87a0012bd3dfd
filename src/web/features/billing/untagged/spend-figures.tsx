import { Link } from '@tanstack/react-router';
import { grouped } from '#kernel/written.ts';
import { formatMonth } from '#web/ui/moments.ts';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { formatMoney, formatShare } from '../amounts.ts';
import { LIST, PROVIDERS } from '../billing.ts';
import runs from '../run.module.css';
import tables from '../tables.module.css';
import type { Spend, SpendFilter } from './untagged.ts';

/** The totals of the month, by currency. */
export function SpendFigures({ spend: { meta } }: { spend: Spend }) {
  return (
    <dl className={runs.figures}>
      {meta.totals.map(({ currency, amount, share, spend, untagged, owners, accounts }) => (
        <div key={currency}>
          <dt>Lacking tags</dt>
          <dd className={runs.sum}>{formatMoney(amount, currency)}</dd>
          <dd className={tables.soft}>
            {[share !== null && `${formatShare(share)} of`, formatMoney(spend, currency)]
              .filter(Boolean)
              .join(' ')}
          </dd>
          <dd className={tables.soft}>{formatMoney(untagged, currency)} without any tag</dd>
          <dd className={tables.soft}>
            {grouped(accounts)} {accounts === 1 ? 'account' : 'accounts'} of {grouped(owners)}{' '}
            {owners === 1 ? 'owner' : 'owners'}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Why nothing is listed: there is no bill, none of which tags are known, or nothing lacks them. */
export function NoSpend({ spend: { meta }, filter }: { spend: Spend; filter: SpendFilter }) {
  const month = formatMonth(filter.month);
  const whose = filter.provider === '' ? '' : ` of ${PROVIDERS[filter.provider]}`;
  if (meta.runs.length === 0)
    return (
      <EmptyState title={`No bill${whose} for ${month}`}>
        Choose another month, or begin a <Link to={LIST}>billing run</Link>.
      </EmptyState>
    );
  if (meta.totals.length === 0)
    return (
      <EmptyState title={`It is not known what tags the spend of ${month} bears`}>
        Its bills have no tags of accounts, or were read before tags were counted.
      </EmptyState>
    );
  return (
    <EmptyState title="Nothing lacks these tags">
      {meta.totals.map(({ spend, currency }) => formatMoney(spend, currency)).join(' and ')} of {month}
      {whose} bear them.
    </EmptyState>
  );
}
