import type { Examination, Finding } from '#server/platform/process/finding.ts';
import type { Azure, ManagementGroup } from '#server/providers/azure/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';

const WHAT = 'Azure';

interface Parts {
  azure: Azure;
  productionGroups: readonly string[];
}

/**
 * For the command `doctor`: whether Azure takes the portal's credentials for the tenant, which management groups it sees, and
 * whether subscriptions may be charged to the billing scope. Nothing is made or changed.
 */
export async function examineAzure({ azure, productionGroups }: Parts): Promise<Examination> {
  const groups = await tried(() => azure.groups());
  if (typeof groups === 'string') return { findings: [failed(groups)] };
  if (groups.length === 0)
    return {
      findings: [
        failed(
          'It takes the credentials, but the portal sees no management group. Give its application the role Management Group Contributor on the root group.',
        ),
      ],
    };
  const seen = ok(`It takes the credentials. ${azure.reached.place} has ${groups.length} management groups.`);
  return { findings: [seen, ...production(groups, productionGroups), await billing(azure)] };
}

function production(groups: readonly ManagementGroup[], names: readonly string[]): Finding[] {
  const known = new Set(groups.flatMap(({ id, name }) => [id.toLowerCase(), name.toLowerCase()]));
  const missing = names.filter((name) => !known.has(name.toLowerCase()));
  if (missing.length === 0) return [ok(`Subscriptions in ${names.join(' and ')} are for production.`)];
  return missing.map((name) => ({
    state: 'warning',
    what: WHAT,
    said: `There is no management group '${name}', which AZURE_PRODUCTION_GROUPS names. Correct it; until then subscriptions in other groups are DevTest.`,
  }));
}

async function billing(azure: Azure): Promise<Finding> {
  const found = await tried(() => azure.billing());
  if (typeof found === 'string') return failed(found);
  const scope = azure.billingScope;
  if (found.mayCreate === true) return ok(`New subscriptions may be charged to ${scope}.`);
  if (found.mayCreate === false)
    return failed(
      `The portal may not charge new subscriptions to ${scope}. Give its application the role of a subscription creator there.`,
    );
  return {
    state: 'warning',
    what: WHAT,
    said: `${scope} is there, but Azure does not tell whether the portal may charge new subscriptions to it.`,
  };
}

/** What was answered, or why it was not. */
async function tried<T>(ask: () => Promise<T>): Promise<T | string> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderFailure) return error.message;
    throw error;
  }
}

const ok = (said: string): Finding => ({ state: 'ok', what: WHAT, said });
const failed = (said: string): Finding => ({ state: 'failed', what: WHAT, said });
