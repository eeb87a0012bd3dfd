import type { OptionDone, OptionName, Run } from '#calls/runs.ts';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { daysOf } from '#kernel/dates.ts';
import { StateBadge } from '#web/ui/entries.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { FINALIZE_OPTIONS, lacksQuery, OPTION_NAMES } from '../finalize-options.ts';
import { Part } from '../part.tsx';
import classes from '../run.module.css';
import tables from '../tables.module.css';

/** How the mails of an option are called, by which the outbox finds them. */
const MAILED: Partial<Record<OptionName, (run: Run) => string>> = {
  email_owners: ({ month }) => `Cloud costs of ${month}`,
  send_invoices: ({ id }) => `Invoices of billing run ${id}`,
};

const STATES: Record<OptionDone['state'], { word: string; color: string }> = {
  waiting: { word: 'Waiting', color: 'yellow' },
  done: { word: 'Done', color: 'teal' },
  skipped: { word: 'Skipped', color: 'gray' },
  failed: { word: 'Failed', color: 'red' },
};

/** The options of a finalized run, the result of each, and why the remaining ones cannot be requested. */
export function Finalized({ run }: { run: Run }) {
  const { state: runState, options } = run;
  const { data: lacks = {} } = useQuery(lacksQuery);
  const impossible =
    runState === 'final'
      ? OPTION_NAMES.filter((name) => name in lacks && !options.some((option) => option.name === name))
      : [];
  if (options.length + impossible.length === 0) return null;
  return (
    <Part title="Finalized With">
      <ul className={classes.done} aria-label="Finalized with">
        {options.map(({ name, state, note, by, asked_at: requestedAt, finished_at: ended }) => (
          <li key={name}>
            <div>
              <strong>{FINALIZE_OPTIONS[name]}</strong>
              {note && <span>{note} </span>}
              {state === 'done' && <Result of={name} run={run} />}
              <span className={tables.soft}>
                {by} · {formatMoment(ended ?? requestedAt)}
              </span>
            </div>
            <StateBadge {...STATES[state]} />
          </li>
        ))}
        {impossible.map((name) => (
          <li key={name}>
            <div>
              <strong>{FINALIZE_OPTIONS[name]}</strong>
              <span>{lacks[name]}</span>
            </div>
            <StateBadge word="Not Possible" color="gray" />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The days of the bills of a run: those of its invoices, else the first one after its month. */
function billedDays({ month, invoices }: Run): [first: string, last: string] {
  const [, next = ''] = daysOf(month) ?? [];
  const days = invoices.map(({ invoice_date: dated }) => dated ?? next).toSorted();
  return [days[0] ?? next, days.at(-1) ?? next];
}

/** The way to what came of an option: the bills in the chart of their days, or the mails. */
function Result({ of, run }: { of: OptionName; run: Run }) {
  if (of === 'cloud_bills') {
    const [startDate, endDate] = billedDays(run);
    const search = { startDate, endDate, currency: run.totals[0]?.currency };
    return (
      <Anchor component={Link} inherit underline="always" to="/auth/cloud-billing" search={search as never}>
        See them in the chart
      </Anchor>
    );
  }
  const subject = MAILED[of];
  if (subject === undefined) return null;
  return (
    <Anchor
      component={Link}
      inherit
      underline="always"
      to="/auth/outbox"
      search={{ q: subject(run) } as never}
    >
      See the mail in the outbox
    </Anchor>
  );
}

/** The changes of a reviewed workbook, which are booked once somebody accepts them. */
export function Differences({ differences }: Pick<Run, 'differences'>) {
  return (
    <Part title="Differences of the Reviewed Workbook" count={differences.length}>
      <ul className={classes.differences} aria-label="Differences of the reviewed workbook">
        {differences.map(({ posting, message }) => (
          <li key={posting}>{message}</li>
        ))}
      </ul>
    </Part>
  );
}
