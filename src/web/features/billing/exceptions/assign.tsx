import { useMemo } from 'react';
import type { Run } from '#calls/runs.ts';
import { isPlace, NO_ACCOUNT } from '#kernel/billing/places.ts';
import { formatDay } from '#kernel/dates.ts';
import { boolean } from '#kernel/fields/boolean.ts';
import { ref } from '#kernel/fields/ref.ts';
import { costCenters } from '#resources/cost-centers.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { grouped, listed } from '#kernel/written.ts';
import { assignAccount, untilStill } from '../calls.ts';
import type { Suggestion } from '#calls/exceptions.ts';
import classes from '../lines.module.css';

const keep = boolean('Keep for the Months to Come', {
  hint: 'A version of the rules keeps it for this place. What is not kept holds for this run alone.',
});

const centerField = (days: readonly string[]) =>
  ref('Cost Center', costCenters.name, {
    show: 'identifier',
    as: 'cost_center_identifier',
    none: 'never',
    hint: `It has to be valid on ${listed(days.map(formatDay))}, when what is charged is posted.`,
    validOn: days,
  });

/** Seats and organizations of GitHub have records of their own. */
const isOfGithub = (identifier: string) => /^(?:copilot|github):/.test(identifier);

interface AssignProps {
  /** The open runs that charge it to nobody. */
  runs: readonly Pick<Run, 'id' | 'posting_day'>[];
  /** The amounts that found no place. */
  problem: { identifier: string | null; account_name: string | null; suggestions: readonly Suggestion[] };
  onClose: () => void;
}

/** Says which cost center pays for an account; updates the inventory as well, and has its open runs allocated anew. */
export default function Assign({ runs, problem, onClose }: AssignProps) {
  const dialog = useMemo((): ActionDialog<object> => {
    const { identifier, account_name: name, suggestions } = problem;
    const what = name ?? identifier ?? 'what belongs to no account';
    const anew = runs.length === 1 ? 'the run is' : `the ${grouped(runs.length)} runs are`;
    // Runs that were assigned before another one refused are not assigned once more.
    const assigned = new Set<string>();
    const center = centerField([...new Set(runs.map((run) => run.posting_day))].toSorted());
    return {
      title: titleOf(identifier, name),
      text: () => (
        <>
          {name !== null && `${identifier}. `}
          {kept(identifier, anew)}
          <Suggestions of={suggestions} />
        </>
      ),
      fields: { cost_center_id: center, ...(identifier !== null && isPlace(identifier) && { keep }) },
      start: () => ({ cost_center_id: suggestions[0]?.cost_center_id ?? null }),
      submit: 'Assign',
      failed: `A cost center could not be assigned to ${what}.`,
      run: async ({ values }, { once, report }) => {
        const body = { identifier, ...values, cost_center_id: values['cost_center_id'] };
        const ids = runs.map(({ id }) => id);
        for (const [at, run] of ids.entries()) {
          const key = JSON.stringify([run, body]);
          if (assigned.has(key)) continue;
          await untilStill(run, () => report({ label: `Waiting until run ${run} is allocated…` }));
          report({ label: `Assigning it in run ${run}…` });
          // Where one of them would refuse it, none of them is changed.
          const whole = { ...body, further_runs: ids.slice(at + 1) };
          await once([run, whole], (intent) => assignAccount(run, whole, intent));
          assigned.add(key);
        }
        const are = runs.length === 1 ? 'The run is' : 'The runs are';
        return { notice: `${are} allocated anew with a cost center for ${what}.` };
      },
    };
  }, [runs, problem]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
}

function titleOf(identifier: string | null, name: string | null): string {
  if (identifier === null) return 'Assign What Belongs to No Account';
  return isPlace(identifier) ? 'Assign What Has No Account' : `Assign ${name ?? identifier}`;
}

/** The effect in this and in other months. @param anew which runs are allocated anew */
function kept(identifier: string | null, anew: string): string {
  if (identifier === null) return 'The cost center pays for it in this run alone. The run is allocated anew.';
  if (isPlace(identifier))
    return `${identifier.slice(NO_ACCOUNT.length)}: the cost center pays for what was bought or used there, and ${anew} allocated anew.`;
  const record = isOfGithub(identifier) ? 'Its record among those of GitHub' : 'The inventory';
  return `${record} keeps the cost center for the months to come, and ${anew} allocated anew.`;
}

/** Where an account may belong, and why. */
function Suggestions({ of }: { of: readonly Suggestion[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={classes.suggestions} aria-label="Suggestions">
      {of.map(({ cost_center_id: id, cost_center: called, owner_email: owner, message }) => (
        <li key={id}>
          <strong>{called}</strong> {owner && `of ${owner}. `}
          {message}
        </li>
      ))}
    </ul>
  );
}
