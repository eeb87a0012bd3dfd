import { Anchor } from '@mantine/core';
import type { MyCloud } from '#calls/my-cloud.ts';
import type { Registry } from '#kernel/registry.ts';
import { useOwnRows, usePerson } from '#web/data/use-session.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Cards } from '#web/ui/card.tsx';
import { dataOf, Loaded } from '#web/ui/pages/loaded.tsx';
import { PageHeader } from '#web/ui/pages/page-header.tsx';
import { EmptyState } from '#web/ui/pages/states.tsx';
import { ActivityPart } from './activity-part.tsx';
import { AttestationPart } from './attestation-part.tsx';
import { BudgetsPart } from './budgets-part.tsx';
import { ChargesPart } from './charges-part.tsx';
import { ClosuresPart } from './closures-part.tsx';
import { DuePart } from './due-part.tsx';
import { ElsewherePart } from './elsewhere-part.tsx';
import { LeasesPart } from './leases-part.tsx';
import {
  dueQuery,
  elsewhereQuery,
  myAttestationQuery,
  myCloudQuery,
  myClosuresQuery,
  myLeasesQuery,
  runningQuery,
  spendQuery,
  type SpendChart,
} from './my-cloud.ts';
import { RecordsPart } from './records-part.tsx';
import { RunningPart } from './running-part.tsx';
import { SpendPart } from './spend-part.tsx';
import classes from './my-cloud.module.css';

interface MyCloudProps {
  Chart: SpendChart;
  registry: Registry;
}

/** /auth/my-cloud: what is in the name of the person who looks, what it costs, and what they have to do. */
export function MyCloudPage({ Chart, registry }: MyCloudProps) {
  const person = usePerson();
  const ownOnly = useOwnRows();
  const load = useLoad(myCloudQuery());
  const contact = dataOf(load)?.contact;
  return (
    <>
      <PageHeader
        title="My Cloud"
        description={
          ownOnly
            ? 'What is in your name: what it costs, where the numbers come from, and what is due.'
            : `What is in the name of ${person?.email ?? 'you'}: what it costs, where the numbers come from, and what is due.`
        }
      />
      <Loaded load={load} failed="What is in your name could not be loaded" height={480}>
        {(mine) =>
          ownsNothing(mine) ? (
            <Nothing contact={mine.contact} />
          ) : (
            <Mine mine={mine} {...{ Chart, registry }} />
          )
        }
      </Loaded>
      {contact && !ownsNothing(dataOf(load)) && (
        <p className={classes.note}>
          Is something missing here, or not yours any more? Tell the CCoE team at{' '}
          <Anchor href={`mailto:${contact}`} inherit underline="always">
            {contact}
          </Anchor>
          .
        </p>
      )}
    </>
  );
}

const ownsNothing = (mine: MyCloud | undefined): boolean =>
  mine !== undefined && mine.budgets.length === 0 && mine.records.every(({ total }) => total === 0);

function Nothing({ contact }: { contact: string }) {
  return (
    <EmptyState title="Nothing is in your name yet">
      Cost centers, cloud accounts and seats are listed here once they name you as their owner. Ask the CCoE
      team at{' '}
      <Anchor href={`mailto:${contact}`} inherit underline="always">
        {contact}
      </Anchor>{' '}
      where something should be.
    </EmptyState>
  );
}

/** The parts, which are painted once it is known how high those above them are. */
function Mine({ mine, Chart, registry }: MyCloudProps & { mine: MyCloud }) {
  const closing = useLoad(myClosuresQuery()).is === 'loading';
  const questions = useLoad(myAttestationQuery()).is === 'loading' || closing;
  const listed = useLoad(dueQuery(1)).is === 'loading' || questions;
  const due = useLoad(myLeasesQuery()).is === 'loading' || listed;
  const spend = useLoad(spendQuery());
  const running = useLoad(runningQuery());
  const elsewhere = useLoad(elsewhereQuery(1)).is === 'loading';
  return (
    <div className={classes.parts}>
      <ClosuresPart />
      {!closing && <AttestationPart />}
      {!questions && <DuePart />}
      {!listed && <LeasesPart />}
      {!due && <SpendPart load={spend} Chart={Chart} />}
      {!due && spend.is !== 'loading' && <ElsewherePart />}
      {!due && spend.is !== 'loading' && !elsewhere && <RunningPart load={running} />}
      {!due && spend.is !== 'loading' && running.is !== 'loading' && !elsewhere && (
        <>
          <Cards beside={<BudgetsPart budgets={mine.budgets} />}>
            <RecordsPart records={mine.records} />
          </Cards>
          <ChargesPart spend={dataOf(spend) ?? []} />
          <ActivityPart registry={registry} />
        </>
      )}
    </div>
  );
}
