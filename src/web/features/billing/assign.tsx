import { useMemo } from 'react';
import { ref } from '#kernel/fields/ref.ts';
import { costCenters } from '#resources/cost-centers.ts';
import ActionDialogView from '#web/generic/additions/action-dialog.tsx';
import type { ActionDialog } from '#web/generic/additions/additions.ts';
import type { Run } from './billing.ts';
import { assignAccount } from './calls.ts';
import type { AccountProblem, Suggestion } from './details.ts';
import classes from './billing.module.css';

const fields = {
  cost_center_id: ref('Cost Center', costCenters.name, {
    show: 'identifier',
    as: 'cost_center_identifier',
    none: 'never',
  }),
};

interface AssignProps {
  run: Run;
  /** What found no place. */
  problem: AccountProblem;
  onClose: () => void;
}

/** Says which cost center pays for an account; the inventory is told as well, and the run allocated anew. */
export default function Assign({ run, problem, onClose }: AssignProps) {
  const dialog = useMemo((): ActionDialog<object> => {
    const { identifier, suggestions } = problem;
    const what = identifier ?? 'what belongs to no account';
    return {
      title: identifier === null ? 'Assign What Belongs to No Account' : `Assign ${identifier}`,
      text: () => (
        <>
          {identifier === null
            ? 'The cost center pays for it in this run alone. The run is allocated anew.'
            : 'The inventory keeps the cost center for the months to come, and the run is allocated anew.'}
          <Suggestions of={suggestions} />
        </>
      ),
      fields,
      start: () => ({ cost_center_id: suggestions[0]?.cost_center_id ?? null }),
      submit: 'Assign',
      failed: `A cost center could not be assigned to ${what}.`,
      run: async ({ values }, { once }) => {
        const body = { identifier, cost_center_id: values['cost_center_id'] };
        await once([run.id, body], (intent) => assignAccount(run.id, body, intent));
        return { notice: `The run is allocated anew with a cost center for ${what}.` };
      },
    };
  }, [run.id, problem]);
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
