import { readLease, type AccountLease } from '#calls/account-leases.ts';
import { formatDay, inDays } from '#kernel/dates.ts';
import type { Resource } from '#kernel/resource.ts';
import { queryOf } from '#web/data/call.ts';
import { ActionButtons } from '#web/generic/additions/action-buttons.tsx';
import { endInWords, leaseDay, spendInWords } from '#web/generic/leases/words.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { ErrorState } from '#web/ui/pages/states.tsx';
import { WholeDays } from '#web/ui/whole-days.tsx';
import { DeploymentLink } from '../deployment-link.tsx';
import { leaseActions } from './lease-actions.tsx';
import classes from './leases.module.css';

interface LeasePartProps {
  resource: Resource;
  id: number;
  /** Of the account. */
  name: string;
}

export const leaseQuery = (id: number) => queryOf(readLease, { id });

/** Until when an account is lent, what it may cost until then, and what comes when; in the card of its life. */
export function LeasePart({ resource, id, name }: LeasePartProps) {
  const load = useLoad(leaseQuery(id));
  const found = dataOf(load);
  if (load.is === 'failed')
    return <ErrorState error={load.error} title="Its lease could not be loaded" onRetry={load.retry} />;
  if (!found) return null;
  const { lease } = found;
  return (
    <section className={classes.part} aria-label="Lease">
      {lease ? <Lease lease={lease} /> : <p>No lease: nothing ends the account by itself.</p>}
      <div className={classes.deeds}>
        <ActionButtons resource={resource} actions={leaseActions(lease, name)} about={{ row: { id } }} />
      </div>
    </section>
  );
}

function Lease({ lease }: { lease: AccountLease }) {
  const { coming, problem, no_extension: no, freeze, closure, state } = lease;
  const spent = spendInWords(lease);
  const today = leaseDay();
  return (
    <>
      <p>
        <WholeDays text={`${endInWords(lease)}.${spent === null ? '' : ` ${spent}.`}`} />
        {freeze !== null && (
          <>
            {' '}
            It began the <DeploymentLink id={freeze}>freeze</DeploymentLink>.
          </>
        )}
        {closure !== null && (
          <>
            {' '}
            It began the <DeploymentLink id={closure}>closure</DeploymentLink>, which desk and owner decide
            on.
          </>
        )}
      </p>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {coming.length > 0 && (
        <ol className={classes.coming} aria-label="What comes">
          {coming.map(({ day, what }) => (
            <li key={day + what}>
              <span className={classes.soft}>
                {formatDay(day)} ({inDays(today, day)})
              </span>
              <span>{what}</span>
            </li>
          ))}
        </ol>
      )}
      {no !== null && state !== 'closed' && (
        <p className={classes.soft}>
          <WholeDays text={`It cannot be extended. ${no}`} />
        </p>
      )}
    </>
  );
}
