import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { Ids, Step, StepAnswer } from '../ledger/step.ts';
import { accountIn, keptIn, type CloudLife } from '../life/cloud-life.ts';
import type { FolderTree } from './gcp-folders.ts';
import { gcpPlaces } from './gcp-places.ts';
import { gcpTagging } from './gcp-tagging.ts';
import { stateStep } from './state-step.ts';

/** Google deletes a project so many days after it was marked. */
const KEPT_DAYS = 30;
const USUAL_PAUSE = 10;

/** What can be done with projects of Google. */
export function gcpLife(gcp: GcpProvider, folders: FolderTree): CloudLife {
  return {
    cloud: 'gcp',
    called: 'Google Cloud',
    tagging: gcpTagging(gcp),
    places: gcpPlaces(gcp, folders),
    look: async (account) => {
      const project = await gcp.project(account);
      if (!project) return { state: 'gone', words: 'Google does not know it, or the portal may not see it.' };
      if (!project.active) return { state: 'closed', words: 'Google has marked it for deletion.' };
      const billing = await gcp.billingOf(account);
      return billing === ''
        ? { state: 'frozen', words: 'No billing account pays for it.' }
        : { state: 'in_use', words: `${billing} pays for it.` };
    },
    deeds: {
      freeze: {
        steps: [unlinkStep(gcp)],
        effects: [
          'The billing account is detached: machines and every other service that costs something stop at once.',
          'Google may delete what nobody pays for, such as disks and databases, without asking. Have what is needed copied before.',
        ],
        wayBack:
          'Release attaches the billing account again, at any time; what Google has deleted by then is gone.',
        days: null,
      },
      release: {
        steps: [linkStep(gcp)],
        effects: [
          'The billing account that paid before pays again. Some services have to be started by their owner.',
        ],
        wayBack: 'It can be frozen again at any time.',
        days: null,
      },
      close: {
        steps: [deleteStep(gcp)],
        effects: [
          'Google shuts the project down: everything in it stops, and nobody uses it any more.',
          'It is deleted with all that is in it 30 days later. Its id is never given again.',
        ],
        wayBack: 'Reopen brings it back within 30 days, and has it paid for again.',
        days: KEPT_DAYS,
      },
      reopen: {
        steps: [undeleteStep(gcp), linkStep(gcp)],
        effects: [
          'Google brings the project back. Some services, and what was stopped, have to be started by their owner.',
        ],
        wayBack: 'It can be closed again at any time.',
        days: null,
      },
    },
  };
}

/** Keeps who pays before it detaches them, so that the same pays again. */
const unlinkStep = (gcp: GcpProvider): Step => ({
  name: 'freeze_account',
  label: 'Detach the billing account',
  isPointOfNoReturn: true,
  input: async ({ request }) => ({ billing_account: await gcp.billingOf(accountIn(request)) }),
  call: async ({ request }, { billing_account: paid }) => {
    const had = String(paid);
    // The same once more changes nothing.
    await gcp.unlinkBilling(accountIn(request));
    const ids: Ids = had === '' ? {} : { billing_account: had };
    return { state: 'done', ids, note: had === '' ? 'Nobody paid for it.' : `${had} paid for it.` };
  },
});

const linkStep = (gcp: GcpProvider): Step => ({
  name: 'link_billing',
  label: 'Attach the billing account',
  isPointOfNoReturn: true,
  input: async ({ request }) => ({
    billing_account: keptIn(request)['billing_account'] ?? gcp.billingAccount,
  }),
  call: async ({ request }, { billing_account: account }) => {
    await gcp.linkBilling(accountIn(request), String(account));
    return { state: 'done', note: String(account) };
  },
});

/** Brings a project into a state; Google answers before it is done. */
const projectStep = (
  gcp: GcpProvider,
  {
    active,
    ...step
  }: Pick<Step, 'name' | 'label'> & {
    active: boolean;
    call: (project: string) => Promise<void>;
  },
): Step =>
  stateStep({
    ...step,
    input: async ({ request }) => ({ project: accountIn(request) }),
    seen: async (account) => {
      const project = await gcp.project(account);
      if (project) return project.active === active ? { state: 'done', note: account } : null;
      if (active)
        throw new ProviderFailure(
          'refused',
          `Google does not know ${account} any more, or the portal may not see it.`,
        );
      return { state: 'done', note: 'Google does not know the project any more.' };
    },
    meanwhile: {
      note: 'Google does not show it yet.',
      lookAgain: gcp.reached.simulated ? 1 : USUAL_PAUSE,
    },
  });

/** Who pays is stored before the project is marked: afterwards Google does not return it. */
function deleteStep(gcp: GcpProvider): Step {
  const step = projectStep(gcp, {
    name: 'close_account',
    label: 'Shut the project down',
    active: false,
    call: gcp.deleteProject,
  });
  const withBilling = (answer: StepAnswer, { billing_account: paid }: Record<string, unknown>): StepAnswer =>
    answer.state === 'done' && typeof paid === 'string' && paid !== ''
      ? { ...answer, ids: { billing_account: paid } }
      : answer;
  return {
    ...step,
    input: async ({ request }) => {
      const account = accountIn(request);
      const project = await gcp.project(account);
      return { project: account, billing_account: project?.active ? await gcp.billingOf(account) : '' };
    },
    call: async (context, input) => withBilling(await step.call(context, input), input),
    find: async (context, input) => {
      const found = await step.find?.(context, input);
      return found ? withBilling(found, input) : null;
    },
    look: async (context, input) => {
      const found = await step.look?.(context, input);
      return found ? withBilling(found, input) : null;
    },
  };
}

const undeleteStep = (gcp: GcpProvider): Step =>
  projectStep(gcp, {
    name: 'reopen_account',
    label: 'Bring the project back',
    active: true,
    call: gcp.undeleteProject,
  });
