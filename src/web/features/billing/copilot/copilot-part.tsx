import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import type { Run } from '#calls/runs.ts';
import type { BilledTwice, CopilotAccount } from '#calls/copilot.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { grouped } from '#kernel/written.ts';
import { Awaited } from '#web/ui/pages/in-order.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { formatMoney } from '../amounts.ts';
import { isRunUnderWay, PROVIDERS, RUN_STATES, runAddress } from '../billing.ts';
import { Cell, Money } from '../cell.tsx';
import { HeadedTable, numbers } from '../headed-table.tsx';
import { Part } from '../part.tsx';
import tables from '../tables.module.css';
import { ChargeBothButton } from './charge-both-button.tsx';
import { copilotQuery, COSTS } from './copilot.ts';
import { SeatsDialog } from './seats-late.ts';
import classes from './copilot.module.css';

interface CopilotPartProps {
  run: Run;
  /** Whether anything can be decided in it, by this person. */
  mayDecide: boolean;
}

/** The charges of a run for GitHub: by how many seats each is split, and the same charges of another run. */
export default function CopilotPart({ run, mayDecide }: CopilotPartProps) {
  const load = useLoad(copilotQuery(run));
  const [opened, setOpened] = useState<CopilotAccount | null>(null);
  // Nothing is requested while the run is worked on, so nothing would come.
  if (isRunUnderWay(run) && load.is !== 'loaded') return null;
  // Most bills of Azure have nothing of GitHub, so nothing is said before it is known.
  if (load.is === 'loading') return <Awaited />;
  if (load.is === 'loaded' && load.data.accounts.length === 0) return null;
  return (
    <Part
      title="GitHub"
      action={
        <Button
          component={Link}
          to={COSTS}
          search={{ from: run.month, to: run.month } as never}
          variant="subtle"
          size="xs"
        >
          Copilot Costs of the Month
        </Button>
      }
    >
      <Loaded load={load} failed="What is charged for GitHub could not be loaded" height={120}>
        {({ accounts, billed_twice: twice }) => (
          <>
            {twice.map((one) => (
              <Twice key={`${one.organization} ${one.other_run} ${one.reference} ${one.currency}`} of={one}>
                {mayDecide && <ChargeBothButton run={run.id} organization={one.organization} />}
              </Twice>
            ))}
            <HeadedTable label="GitHub" heads={HEADS}>
              {accounts.map((account) => (
                <AccountRow
                  key={`${account.identifier} ${account.currency}`}
                  of={account}
                  onOpen={() => setOpened(account)}
                />
              ))}
            </HeadedTable>
          </>
        )}
      </Loaded>
      <Suspense>
        {opened && (
          <SeatsDialog
            run={run.id}
            title={`Who bears ${opened.identifier}`}
            of={opened.split ? { by_identifier: opened.identifier } : {}}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </Part>
  );
}

const HEADS = ['Charged For', 'How', numbers('Seats'), numbers('Lines'), numbers('Amount')];

function AccountRow({ of: account, onOpen }: { of: CopilotAccount; onOpen: () => void }) {
  return (
    <tr>
      <th scope="row">
        {account.split ? (
          <button type="button" className={tables.open} data-read onClick={onOpen}>
            {wordOf(account)}
          </button>
        ) : (
          wordOf(account)
        )}
        <span className={tables.soft}>{account.identifier}</span>
      </th>
      <Cell label="How">
        {howOf(account)}
        {account.fallback_seats > 0 && (
          <span className={tables.soft}>
            {seatsOf(account.fallback_seats)} by the cost center of the organization
          </span>
        )}
        {account.unplaced > 0 && (
          <span className={tables.amount} data-tone="warning">
            {grouped(account.unplaced)} without anybody who pays
          </span>
        )}
      </Cell>
      <Cell label="Seats" number>
        {grouped(account.seats)}
      </Cell>
      <Cell label="Lines" number>
        {grouped(account.lines)}
      </Cell>
      <Cell label="Amount" number>
        <Money amount={account.amount} currency={account.currency} />
      </Cell>
    </tr>
  );
}

const seatsOf = (count: number) => `${grouped(count)} ${count === 1 ? 'seat' : 'seats'}`;

function wordOf({ identifier, organization }: CopilotAccount): string {
  const what = identifier.startsWith('copilot:') ? 'Copilot' : 'Other products';
  return organization === null ? `${what} of no known organization` : `${what} of ${organization}`;
}

function howOf({ identifier, split, seats, no_seats: none }: CopilotAccount): string {
  if (none && split) return 'No seat was known, so the organization bears it';
  if (split) return `Split in ${seats === 1 ? 'one part' : 'equal parts'} by seats`;
  if (seats > 0) return 'Charged to the users that the bill names';
  return identifier.startsWith('copilot:')
    ? 'Names no user, so the organization bears it'
    : 'The organization bears it';
}

/** The same charges of another run, and why both are right where somebody said so. */
function Twice({ of, children }: { of: BilledTwice; children: ReactNode }) {
  const {
    organization,
    other_run: other,
    other_provider: provider,
    other_state: state,
    reason,
    decided_by: by,
  } = of;
  const what = organization === '*' ? 'Copilot' : `Copilot of ${organization}`;
  const theirs = of.other_amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' and ');
  const open = reason === null;
  return (
    <Alert
      mb="sm"
      color={open ? 'yellow' : 'blue'}
      variant="light"
      icon={open ? <IconAlertTriangle aria-hidden /> : <IconInfoCircle aria-hidden />}
      title={open ? `${what} is charged twice` : `${what} is rightly charged twice`}
    >
      <div className={classes.twice}>
        <div>
          {formatMoney(of.amount, of.currency)} by this run and {theirs} by{' '}
          <Link to={runAddress(other)}>
            run {other}, {PROVIDERS[provider]}
          </Link>
          , which is {RUN_STATES[state].word.toLowerCase()}.{' '}
          {open
            ? 'Give up one of them, or say why both are right, before either is booked.'
            : `${by ?? 'Somebody'}: ${reason}`}
        </div>
        {open && children}
      </div>
    </Alert>
  );
}
