import { Button } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { CloseCell, Missing } from '#calls/close.ts';
import type { BillProvider } from '#kernel/billing/runs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import { StateBadge } from '#web/ui/entries.tsx';
import { lateDialog } from '#web/ui/pages/late.tsx';
import { formatMoment, formatMonth } from '#web/ui/moments.ts';
import { Step, Steps } from '#web/ui/steps.tsx';
import { LIST, PROVIDERS, runAddress } from '../billing.ts';
import { Part } from '../part.tsx';
import runs from '../run.module.css';
import tables from '../tables.module.css';
import { AccrualEntry } from './accrual-entry.tsx';
import { CLOSE_WORDS } from './close.ts';
import { DifferencesAfterClose } from './differences-after-close.tsx';
import { HeldRuns } from './held-runs.tsx';
import classes from './close.module.css';

const Accrue = lateDialog(
  () => import('./accrue.tsx'),
  ({ onClose }) => onClose(),
);

interface MonthPartProps {
  provider: BillProvider;
  cell: CloseCell;
}

/** The missing parts of a month of a provider, its accruals, and who did what. */
export function MonthPart({ provider, cell }: MonthPartProps) {
  const [accruing, setAccruing] = useState(false);
  const may = usePerson()?.rights.operate ?? false;
  const { month, state, missing, accruals, decisions } = cell;
  const title = `${PROVIDERS[provider]}, ${formatMonth(month)}`;
  return (
    <Part
      title={title}
      action={
        <>
          <StateBadge {...CLOSE_WORDS[state]} />
          {(state === 'finalized' || state === 'booked') && (
            <FileButton
              path="/focus/cost_and_usage.csv"
              query={{ month, provider }}
              label={`FOCUS of ${PROVIDERS[provider]}`}
            />
          )}
          {may && cell.may_accrue && (
            <Button size="xs" variant="default" onClick={() => setAccruing(true)}>
              Accrue
            </Button>
          )}
        </>
      }
    >
      {missing.length === 0 ? (
        <p className={runs.nothing}>
          {state === 'not_expected'
            ? 'Nothing was charged in the year before, so no invoice is expected.'
            : 'Nothing is missing.'}
        </p>
      ) : (
        <ul className={classes.missing} aria-label={`Missing: ${title}`}>
          {missing.map((one) => (
            <li key={one.message}>
              <span>{one.message}</span>
              <Way to={one} />
            </li>
          ))}
        </ul>
      )}
      <HeldRuns cell={cell} title={title} />
      <DifferencesAfterClose cell={cell} title={title} />
      {accruals.map((accrual) => (
        <AccrualEntry key={accrual.id} accrual={accrual} may={may} />
      ))}
      {decisions.length > 0 && (
        <details className={classes.decisions}>
          <summary>Who did what</summary>
          <Steps label={`Who did what: ${title}`} small>
            {decisions.map(({ at, by, what, run }, place) => (
              <Step key={`${at} ${place}`} state="done" word="decision" icon={IconUserCheck} name={what}>
                <span className={tables.soft}>
                  {[by, formatMoment(at), run === null ? null : `run ${run}`].filter(Boolean).join(' · ')}
                </span>
              </Step>
            ))}
          </Steps>
        </details>
      )}
      <Suspense>
        {accruing && <Accrue provider={provider} month={month} onClose={() => setAccruing(false)} />}
      </Suspense>
    </Part>
  );
}

/** The screen on which something that is missing is done; what is done here leads nowhere. */
function Way({ to: { kind, run } }: { to: Missing }) {
  if (kind === 'invoice') return <Link to={LIST}>New Billing Run</Link>;
  if (run === null) return null;
  if (kind === 'exceptions')
    return (
      <Link to={`${LIST}/exceptions` as never} search={{ run: String(run) } as never}>
        Work Through Exceptions
      </Link>
    );
  return <Link to={runAddress(run)}>See Run {run}</Link>;
}
