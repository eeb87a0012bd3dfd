import type { ReactNode } from 'react';
import type { AccountName } from '#calls/reach.ts';
import { Account, RecordLink } from '../parts/names.tsx';
import { Row, Rows } from '../parts/part.tsx';
import classes from '../directory.module.css';

interface AccountRowsProps<Has> {
  accounts: readonly { account: AccountName; permission_sets: readonly Has[] }[];
  /** How a permission set is had there. */
  how: (set: Has) => ReactNode;
}

/** Accounts that are reached, each with the permission sets that are had there. */
export function AccountRows<Has extends { id: number; name: string }>(props: AccountRowsProps<Has>) {
  const { accounts, how } = props;
  return (
    <Rows>
      {accounts.map(({ account, permission_sets: sets }) => (
        <Row key={account.identifier} about={<Account of={account} />}>
          {sets.map((set) => (
            <span key={set.id} className={classes.line}>
              <RecordLink model="ad_permission_sets" id={set.id}>
                {set.name}
              </RecordLink>
              {how(set)}
            </span>
          ))}
        </Row>
      ))}
    </Rows>
  );
}
