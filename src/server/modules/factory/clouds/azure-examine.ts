import type { Examination, Finding } from '#server/platform/process/finding.ts';
import { findingsAbout, hasAny } from '#server/platform/process/findings-about.ts';
import type { Azure, ManagementGroup } from '#server/providers/azure/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';

const { ok, warning, failed, tried } = findingsAbout('Azure', ProviderFailure);

interface Parts {
  azure: Azure;
  productionGroups: readonly string[];
}

/**
 * For the command `doctor`: whether Azure takes the portal's credentials for the tenant, which management groups it sees, and
 * whether subscriptions may be charged to the billing scope. Nothing is made or changed.
 */
export async function examineAzure({ azure, productionGroups }: Parts): Promise<Examination> {
  const seen = await tried(() => azure.groups());
  if (seen.failure !== null) return { findings: [failed(seen.failure)] };
  const groups = seen.value;
  if (groups.length === 0)
    return {
      findings: [
        failed(
          'It takes the credentials, but the portal sees no management group. Give its application the role Management Group Contributor on the root group.',
        ),
      ],
    };
  const connected = ok(
    `It takes the credentials. ${azure.reached.place} has ${groups.length} management groups.`,
  );
  const others = await Promise.all([billing(azure), ...readings(azure)]);
  return { findings: [connected, ...production(groups, productionGroups), ...others] };
}

function production(groups: readonly ManagementGroup[], names: readonly string[]): Finding[] {
  const known = new Set(groups.flatMap(({ id, name }) => [id.toLowerCase(), name.toLowerCase()]));
  const missing = names.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length === 0) return [ok(`Subscriptions in ${names.join(' and ')} are for production.`)];
  return missing.map((name) =>
    warning(
      `There is no management group '${name}', which AZURE_PRODUCTION_GROUPS names. Correct it; until then subscriptions in other groups are DevTest.`,
    ),
  );
}

async function billing(azure: Azure): Promise<Finding> {
  const found = await tried(() => azure.billing());
  if (found.failure !== null) return failed(found.failure);
  const scope = azure.billingScope;
  if (found.value.mayCreate === true) return ok(`New subscriptions may be charged to ${scope}.`);
  return warning(
    `${scope} is there, but whether the portal may charge new subscriptions to it cannot be seen from what Azure answers. Where a request fails with UserNotAuthorized, give its application the role of a subscription creator there.`,
  );
}

/** Sources of inventory and access. Without the role Reader, Azure returns empty lists and refuses nothing. */
const readings = (azure: Azure): Promise<Finding>[] => [
  reading('subscriptions', () => azure.subscriptions()),
  reading('assignments of roles', () => azure.roleAssignments()),
];

async function reading(what: string, each: () => AsyncIterable<unknown>): Promise<Finding> {
  const found = await tried(() => hasAny(each()));
  if (found.failure !== null) return warning(found.failure);
  return found.value
    ? ok(`Its ${what} can be read.`)
    : warning(
        `The portal sees no ${what}. Where there are some, give its application the role Reader on the root group.`,
      );
}
