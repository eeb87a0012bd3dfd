import { extendMyLease, type AccountLease } from '#calls/account-leases.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { ActionButtons } from '#web/generic/additions/action-buttons.tsx';
import { extendAction } from '#web/generic/leases/extend.tsx';
import { endInWords, spendInWords } from '#web/generic/leases/words.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { WholeDays } from '#web/ui/whole-days.tsx';
import { myLeasesQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

/** Until when one's accounts are lent, each with what can be done about it; nothing where none is. */
export function LeasesPart() {
  const leases = dataOf(useLoad(myLeasesQuery()));
  if (!leases || leases.length === 0) return null;
  return (
    <Card title="Leases of accounts">
      <ul className={classes.closures} aria-label="Leases of accounts">
        {leases.map((lease) => (
          <Lease key={lease.account.id} lease={lease} />
        ))}
      </ul>
    </Card>
  );
}

function Lease({ lease }: { lease: AccountLease }) {
  const { account, state, no_extension: no } = lease;
  const spent = spendInWords(lease);
  const frozen = state === 'frozen' ? ' The account is frozen.' : '';
  const more = no === null ? '' : ` It cannot be extended. ${no}`;
  return (
    <li>
      <p>
        <b>{account.name}</b> ({account.identifier}):{' '}
        <WholeDays text={`${endInWords(lease)}.${frozen}${spent === null ? '' : ` ${spent}.`}${more}`} />
      </p>
      <div className={classes.answers}>
        <ActionButtons
          resource={cloudParents}
          actions={[extendAction(extendMyLease, lease, null)]}
          about={{ row: { id: account.id } }}
        />
      </div>
    </li>
  );
}
