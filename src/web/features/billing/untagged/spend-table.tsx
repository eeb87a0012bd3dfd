import { Fragment, type ReactNode } from 'react';
import type { AccountSpend } from '#calls/untagged.ts';
import { grouped } from '#kernel/written.ts';
import { formatMoney, formatShare, isZero } from '../amounts.ts';
import { Cell, Money } from '../cell.tsx';
import { RecordLink } from '../chain.tsx';
import { CLOUDS } from '../exceptions/unallocated.ts';
import { HeadedTable, numbers } from '../headed-table.tsx';
import tables from '../tables.module.css';
import classes from './untagged.module.css';
import type { Spend } from './untagged.ts';

const HEADS = ['Account', 'Cost Center', numbers('Lacking Tags'), numbers('Spend'), numbers('Share')];

interface SpendTableProps {
  spend: Spend;
  onOpen: (account: AccountSpend) => void;
}

const ownerOf = ({ owner_email: email, currency }: AccountSpend) => `${currency} ${email ?? ''}`;

/** Accounts below their owners, as they come: those of the owner with the most first. */
export function SpendTable({ spend: { data, meta }, onOpen }: SpendTableProps) {
  const labels = new Map(meta.tags.map(({ name, label }) => [name, label]));
  return (
    <HeadedTable label="Untagged Spend" heads={HEADS} below>
      {[...Map.groupBy(data, ownerOf)].map(([key, [first, ...others]]) =>
        first === undefined ? null : (
          <Fragment key={key}>
            <OwnerRow of={first} />
            {[first, ...others].map((account) => (
              <AccountRow
                key={account.identifier}
                account={account}
                labels={labels}
                onOpen={() => onOpen(account)}
              />
            ))}
          </Fragment>
        ),
      )}
    </HeadedTable>
  );
}

/** Who owns the accounts below, and what all of theirs come to. */
function OwnerRow({ of }: { of: AccountSpend }) {
  const { owner_email: email, owner_name: name, cloud_contact_id: id, owner, currency } = of;
  const count = `${grouped(owner.accounts)} ${owner.accounts === 1 ? 'account' : 'accounts'}`;
  return (
    <tr className={classes.owner}>
      <th scope="row">
        {email === null ? (
          <b>No owner</b>
        ) : (
          <RecordLink model="cloud_contacts" id={id} text={name ?? email} />
        )}
        <span className={tables.soft}>{[name && email, count].filter(Boolean).join(' · ')}</span>
      </th>
      <Cell label="Cost Center" />
      <Amounts {...owner} currency={currency}>
        <Money amount={owner.amount} currency={currency} />
      </Amounts>
    </tr>
  );
}

interface AccountRowProps {
  account: AccountSpend;
  /** The labels of the demanded tags. */
  labels: ReadonlyMap<string, string>;
  onOpen: () => void;
}

function AccountRow({ account, labels, onOpen }: AccountRowProps) {
  const { identifier, name, provider, cost_center: center, currency, amount } = account;
  const about = [provider && CLOUDS[provider], name && identifier].filter(Boolean).join(' · ');
  return (
    <tr>
      <th scope="row" className={classes.account}>
        <RecordLink model="cloud_parents" id={account.cloud_parent_id} text={name ?? identifier} />
        {about !== '' && <span className={tables.soft}>{about}</span>}
        <span className={tables.soft}>{lackedBy(account, labels)}</span>
      </th>
      <Cell label="Cost Center">
        {center !== null && account.cost_center_id !== null ? (
          <RecordLink model="cost_centers" id={account.cost_center_id} text={center} />
        ) : (
          center
        )}
      </Cell>
      <Amounts {...account}>
        <button
          type="button"
          className={tables.open}
          data-read
          aria-label={`${formatMoney(amount, currency)} of ${name ?? identifier}: services and lines`}
          onClick={onOpen}
        >
          {formatMoney(amount, currency)}
        </button>
      </Amounts>
    </tr>
  );
}

interface AmountsProps extends Pick<AccountSpend, 'spend' | 'share' | 'currency'> {
  /** The amount that lacks tags. */
  children: ReactNode;
}

function Amounts({ spend, share, currency, children }: AmountsProps) {
  return (
    <>
      <Cell label="Lacking Tags" number>
        {children}
      </Cell>
      <Cell label="Spend" number>
        <Money amount={spend} currency={currency} />
      </Cell>
      <Cell label="Share" number>
        {share === null ? '—' : formatShare(share)}
      </Cell>
    </>
  );
}

/** Which of the demanded tags are lacked, as a sentence. */
function lackedBy(
  { lacking, amount, untagged, lines }: AccountSpend,
  labels: ReadonlyMap<string, string>,
): string {
  const count = `${grouped(lines)} ${lines === 1 ? 'line' : 'lines'}`;
  if (amount === untagged) return `${count} without any tag`;
  const names = lacking.flatMap(({ tag, amount: of }) => (isZero(of) ? [] : (labels.get(tag) ?? tag)));
  return `${count}, ${names.length === 0 ? 'which even out' : `without ${names.join(', ')}`}`;
}
