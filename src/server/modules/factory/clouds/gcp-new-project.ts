import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';
import type { Ids, Step, StepAnswer } from '../ledger/step.ts';

/**
 * For so long Google's services may not know a new project, nor who owns it. According to Google, rights take two
 * minutes as a rule, and at times seven or longer.
 */
const LATE_SECONDS = 15 * 60;

/** Whether the project of a deployment is so new that its rights may still be on their way. */
export function isNew({ created_at: createdAt = '' }: Ids, lateSeconds = LATE_SECONDS): boolean {
  const created = Date.parse(createdAt);
  return !Number.isNaN(created) && Date.now() - created < lateSeconds * 1000;
}

/** The codes by which a service of Google says that it does not know a project, a right on it, or who pays for it. */
const UNKNOWN = ['PERMISSION_DENIED', 'NOT_FOUND', 'UREQ_PROJECT_BILLING_NOT_FOUND'];

const isUnknown = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.code !== null && UNKNOWN.includes(error.code);

interface Lateness {
  /** Seconds until the call is made again. */
  pause: number;
  /** For how long after its creation a project counts as new. */
  lateSeconds?: number | undefined;
  /** What Google does not let the portal do yet, such as 'pay for it'. */
  refused: string;
}

/** Makes a call about a project that a service of Google may not know yet: then it is made again. */
export async function onceKnown(
  ids: Ids,
  { pause, lateSeconds, refused }: Lateness,
  call: () => Promise<StepAnswer>,
): Promise<StepAnswer> {
  try {
    return await call();
  } catch (error) {
    if (!isUnknown(error) || !isNew(ids, lateSeconds)) throw error;
    const note = `Google does not let the portal ${refused} yet, as happens within minutes after a creation.`;
    return { state: 'waiting', note, lookAgain: pause };
  }
}

/**
 * The step that lets the billing account pay. Cloud Billing may hear of a new project, and of who owns it, after Resource
 * Manager: until then it denies the call, which is made again. The same once more changes nothing, so there is nothing to find.
 * @param pause seconds until the call is made again
 * @param lateSeconds for how long after its creation a project counts as new
 */
export function linkBillingStep(gcp: GcpProvider, pause: number, lateSeconds?: number): Step {
  const link: Step['call'] = ({ ids }, { project }) =>
    onceKnown(ids, { pause, lateSeconds, refused: 'pay for it' }, async () => {
      await gcp.linkBilling(String(project));
      return { state: 'done', note: `${gcp.billingAccount} pays.` };
    });
  return {
    name: 'link_billing',
    label: 'Link the billing account',
    input: async ({ ids }) => ({ project: ids['project_id'] ?? '', billing_account: gcp.billingAccount }),
    call: link,
    look: link,
  };
}
