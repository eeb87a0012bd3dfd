import { IconCheck, IconCopyPlus, IconPlayerStop, IconRefresh, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { approveDeployment, cancelDeployment, declineDeployment, retryDeployment } from '#calls/factory.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { requestPages } from '#resources/cloud-requests/pages.ts';
import { choiceName } from '#kernel/fields/choice.ts';
import { deedOf } from '#resources/account-life.ts';
import { cloudDeployments, lacksExtra, type CloudDeployment } from '#resources/cloud-deployments.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import { sessionState } from '#web/data/session-store.ts';
import type { Action, ActionDialog, RowAbout } from '#web/generic/additions/additions.ts';
import { isUnderWay } from './states.ts';

/** A row of the list, or the record, as a deployment. */
export const deploymentOf = ({ row }: RowAbout): CloudDeployment => row as unknown as CloudDeployment;

/** Whether the signed-in person requested it, who does not decide of it then. */
export function isOwn({ requested_by: requester }: CloudDeployment): boolean {
  const session = sessionState();
  return session.status === 'in' && session.person.email.toLowerCase() === requester.toLowerCase();
}

const mayDecide = (about: RowAbout) => {
  const deployment = deploymentOf(about);
  return deployment.state === 'waiting_approval' && !isOwn(deployment);
};

/** Who has approved what waits for the owner of an account need not do so again. */
const mayApprove = (about: RowAbout) => mayDecide(about) && deploymentOf(about).decided_by === null;

type Deed = typeof cancelDeployment | typeof approveDeployment;

/** Does something with a deployment, once. */
function doing(call: Deed, notice: string): ActionDialog<RowAbout>['run'] {
  return async ({ row: { id }, values }, { once }) => {
    await once([id, call.path, values], (intent) => change(call, { id, ...values }, intent));
    return { notice };
  };
}

const { fields } = cloudDeployments;
const failed = messages.reportFailed;
/** What a deployment makes, or what it does with an account. */
function subjectOf(about: RowAbout): string {
  const { kind, name } = deploymentOf(about);
  return deedOf(kind) === undefined ? name : `The ${choiceName(fields.kind, kind)} of ${name}`;
}
const doneWord = (about: RowAbout) => (deedOf(deploymentOf(about).kind) === undefined ? 'made' : 'done');

interface Decision {
  call: Deed;
  /** What becomes of it then, after its name. */
  comes: (about: RowAbout) => string;
  notice: string;
  offered?: (about: RowAbout) => boolean;
}

/** The decisions of somebody else than the requester, with a reason that the requester reads. */
const decision = (
  label: string,
  icon: ReactNode,
  { call, comes, notice, offered = mayDecide }: Decision,
): Action<RowAbout> => ({
  label,
  icon,
  right: 'operate',
  offered,
  dialog: {
    title: `${label} Request`,
    text: (about) =>
      `${subjectOf(about)} ${comes(about)}, and ${deploymentOf(about).requested_by} gets a mail.`,
    fields: { reason: longText('Reason', { hint: 'Read by the requester, and kept in the history.' }) },
    submit: label,
    failed,
    run: doing(call, notice),
  },
});

const approve = decision('Approve', <IconCheck size={16} aria-hidden />, {
  call: approveDeployment,
  comes: (about) => `will be ${doneWord(about)}`,
  notice: 'The request is approved.',
  offered: mayApprove,
});

const decline = decision('Decline', <IconX size={16} aria-hidden />, {
  call: declineDeployment,
  comes: (about) => `will not be ${doneWord(about)}`,
  notice: 'The request is declined.',
});

const retry: Action<RowAbout> = {
  label: 'Retry',
  icon: <IconRefresh size={16} aria-hidden />,
  right: 'operate',
  offered: (about) => deploymentOf(about).state === 'failed' || lacksExtra(deploymentOf(about)),
  failed,
  run: async ({ row: { id } }, { once }) => {
    await once([id, 'retry'], (intent) => change(retryDeployment, { id }, intent));
    return { notice: 'It goes on from the step that was not done.' };
  },
};

/** Until the cloud was called for something that stays; of what failed, as long as the cloud has not made it. */
const canBeCancelled = ({ state, steps }: CloudDeployment): boolean => {
  const lasting = steps.filter((step) => step.no_return);
  if (state === 'failed') return lasting.every((step) => step.state !== 'done' && step.state !== 'skipped');
  return (
    (state === 'waiting_approval' || isUnderWay(state)) && lasting.every(({ attempts }) => attempts === 0)
  );
};

const cancel: Action<RowAbout> = {
  label: 'Cancel Deployment',
  icon: <IconPlayerStop size={16} aria-hidden />,
  right: 'operate',
  offered: (about) => canBeCancelled(deploymentOf(about)),
  dialog: {
    title: 'Cancel Deployment',
    text: (about) =>
      `${subjectOf(about)} will not be ${doneWord(about)}. The request stays listed as cancelled.`,
    submit: 'Cancel Deployment',
    leave: 'Keep It',
    danger: true,
    failed,
    run: doing(cancelDeployment, 'The deployment is cancelled.'),
  },
};

const pageOf = (about: RowAbout) =>
  Object.entries(requestPages).find(([kind]) => kind === deploymentOf(about).kind);

/** The form for another one, with what may be the same. */
const requestLike: Action<RowAbout> = {
  label: 'Request One Like This',
  icon: <IconCopyPlus size={16} aria-hidden />,
  right: 'operate',
  offered: (about) => pageOf(about) !== undefined,
  to: (about) => ({ to: pageOf(about)?.[1].page ?? '', search: { like_deployment: String(about.row.id) } }),
};

/** The actions on a deployment in its present state. */
export const deploymentActions: readonly Action<RowAbout>[] = [approve, decline, retry, cancel, requestLike];
