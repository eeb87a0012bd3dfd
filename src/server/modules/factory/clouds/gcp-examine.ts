import { listed } from '#kernel/written.ts';
import type { Examination, Finding } from '#server/platform/process/finding.ts';
import { findingsAbout, hasAny, type Tried } from '#server/platform/process/findings-about.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { GcpProvider } from '#server/providers/gcp/interface.ts';

const { ok, warning, failed, tried } = findingsAbout('Google Cloud', ProviderFailure);

/**
 * For the command `doctor`: whether Google takes the portal's credentials, and whether organization, folders, billing
 * account and inventory can be read. Each has a line, since each may lack a right or an API of its own. Nothing is made or
 * changed.
 */
export async function examineGcp(gcp: GcpProvider): Promise<Examination> {
  const [organization, folders, billing, inventory] = await Promise.all([
    tried(async () => gcp.organizationName()),
    tried(async () => gcp.folders()),
    tried(async () => gcp.isBillingOpen()),
    tried(() => hasAny(gcp.projects())),
  ]);
  const parts: [about: string, finding: Finding, tried: Tried<unknown>][] = [
    [
      'the organization',
      organization.failure === null
        ? ok(`Projects are made in the organization ${organization.value}.`)
        : failed(organization.failure),
      organization,
    ],
    [
      'its folders',
      folders.failure === null ? foldersSeen(folders.value.length) : failed(folders.failure),
      folders,
    ],
    [
      'the billing account',
      billing.failure === null ? billingIs(gcp.billingAccount, billing.value) : failed(billing.failure),
      billing,
    ],
    [
      'the inventory',
      inventory.failure === null ? ok('Its inventory can be read.') : warning(inventory.failure),
      inventory,
    ],
  ];
  const isUnreached = ([, , one]: (typeof parts)[number]) => one.failure !== null && one.unreached;
  const unreached = parts.filter(isUnreached).map(([about]) => about);
  const others = parts.filter((part) => !isUnreached(part)).map(([, finding]) => finding);
  return { findings: unreached.length > 0 ? [outOfReach(unreached), ...others] : others };
}

/** All calls to Google fail alike where it cannot be reached, so that this is one finding. */
const outOfReach = (what: readonly string[]) =>
  failed(
    `Google cannot be reached from this machine, so ${listed(what)} could not be looked at. Check its network and its proxy.`,
  );

const foldersSeen = (count: number) =>
  count > 0
    ? ok(`${count} ${count === 1 ? 'folder is' : 'folders are'} there for projects.`)
    : failed('The portal sees no folder. Give its service account the role resourcemanager.folderViewer.');

const billingIs = (account: string, isOpen: boolean) =>
  isOpen
    ? ok(`${account} can be charged.`)
    : failed(`${account} is closed, so that nobody pays for projects.`);
