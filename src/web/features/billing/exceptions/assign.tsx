import { useMemo } from 'react';
import { ref } from '#kernel/fields/ref.ts';
import { costCenters } from '#resources/cost-centers.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import { grouped } from '#kernel/written.ts';
import { assignAccount, untilStill } from '../calls.ts';
import type { Suggestion } from '../details.ts';
import classes from '../lines.module.css';

const fields = {
  cost_center_id: ref('Cost Center', costCenters.name, {
    show: 'identifier',
    as: 'cost_center_identifier',
    none: 'never',
  }),
};

/** Seats and organizations of GitHub have records of their own. */
const isOfGithub = (identifier: string) => /^(?:copilot|github):/.test(identifier);

interface AssignProps {
  /** The open runs that charge it to nobody. */
  runs: readonly number[];
  /** What found no place. */
  problem: { identifier: string | null; suggestions: readonly Suggestion[] };
  onClose: () => void;
}

/** Says which cost center pays for an account; the inventory is told as well, and its open runs are allocated anew. */
export default function Assign({ runs, problem, onClose }: AssignProps) {
  const dialog = useMemo((): ActionDialog<object> => {
    const { identifier, suggestions } = problem;
    const what = identifier ?? 'what belongs to no account';
    const anew = runs.length === 1 ? 'the run is' : `the ${grouped(runs.length)} runs are`;
    // What was assigned before another run refused is not assigned once more.
    const told = new Set<string>();
    return {
      title: identifier === null ? 'Assign What Belongs to No Account' : `Assign ${identifier}`,
      text: () => (
        <>
          {identifier === null
            ? 'The cost center pays for it in this run alone. The run is allocated anew.'
            : `${isOfGithub(identifier) ? 'Its record among those of GitHub' : 'The inventory'} keeps the cost center for the months to come, and ${anew} allocated anew.`}
          <Suggestions of={suggestions} />
        </>
      ),
      fields,
      start: () => ({ cost_center_id: suggestions[0]?.cost_center_id ?? null }),
      submit: 'Assign',
      failed: `A cost center could not be assigned to ${what}.`,
      run: async ({ values }, { once, tell }) => {
        const body = { identifier, cost_center_id: values['cost_center_id'] };
        for (const run of runs) {
          const key = JSON.stringify([run, body]);
          if (told.has(key)) continue;
          await untilStill(run, () => tell({ label: `Waiting until run ${run} is allocated…` }));
          tell({ label: `Assigning it in run ${run}…` });
          await once([run, body], (intent) => assignAccount(run, body, intent));
          told.add(key);
        }
        const are = runs.length === 1 ? 'The run is' : 'The runs are';
        return { notice: `${are} allocated anew with a cost center for ${what}.` };
      },
    };
  }, [runs, problem]);
  return <ActionDialogView dialog={dialog} about={{}} onClose={onClose} />;
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
