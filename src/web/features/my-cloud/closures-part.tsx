import { answerClosure, type MyClosures } from '#calls/account-life.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import { ActionButtons } from '#web/generic/additions/action-buttons.tsx';
import type { Action, ActionDialog } from '#web/generic/additions/additions.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { Card } from '#web/ui/card.tsx';
import { formatMoment } from '#web/ui/moments.ts';
import { dataOf } from '#web/ui/pages/loaded.tsx';
import { myClosuresQuery } from './my-cloud.ts';
import classes from './my-cloud.module.css';

/** An account whose owner has to agree that it is closed. */
interface About {
  row: MyClosures[number];
}

/** The accounts in one's name that the desk wants to close; nothing where it wants none. */
export function ClosuresPart() {
  const closures = dataOf(useLoad(myClosuresQuery()));
  if (!closures || closures.length === 0) return null;
  return (
    <Card title={closures.length === 1 ? 'An account is to be closed' : 'Accounts are to be closed'}>
      <ul className={classes.closures} aria-label="To be closed">
        {closures.map((closure) => (
          <Closure key={closure.id} closure={closure} />
        ))}
      </ul>
    </Card>
  );
}

function Closure({ closure }: { closure: MyClosures[number] }) {
  const { name, account, requested_by: requester, requested_at: at, reason, agreed_at: agreed } = closure;
  return (
    <li>
      <p>
        <b>{name}</b> ({account}): {requester} requested it on {formatMoment(at)}.
      </p>
      <p>{reason}</p>
      {agreed !== null && (
        <p>You agreed on {formatMoment(agreed)}. It is closed once the desk has agreed, too.</p>
      )}
      <div className={classes.answers}>
        <ActionButtons resource={cloudDeployments} actions={ANSWERS} about={{ row: closure }} />
      </div>
    </li>
  );
}

const answering =
  (agrees: boolean, notice: string): ActionDialog<About>['run'] =>
  async ({ row: { id }, values }, { once }) => {
    const answer = { id, agrees, reason: String(values['reason'] ?? '') };
    await once([id, agrees, values], (intent) => change(answerClosure, answer, intent));
    return { notice };
  };

const ANSWERS: readonly Action<About>[] = [
  {
    label: 'Agree',
    right: null,
    offered: ({ row }) => row.agreed_at === null,
    dialog: {
      title: 'Agree to Close It',
      text: ({ row }) =>
        `${row.name} is closed once the desk has agreed, too. Everything in it stops then, and is deleted some weeks later.`,
      fields: { reason: longText('Reason', { max: 2000, optional: true }) },
      submit: 'Agree',
      failed: messages.reportFailed,
      run: answering(true, 'You have agreed.'),
    },
  },
  {
    label: 'Decline',
    right: null,
    dialog: {
      title: 'Decline to Close It',
      text: ({ row }) => `${row.name} stays as it is, and the desk gets your reason.`,
      fields: { reason: longText('Reason', { max: 2000 }) },
      submit: 'Decline',
      failed: messages.reportFailed,
      run: answering(false, 'It is not closed.'),
    },
  },
];
