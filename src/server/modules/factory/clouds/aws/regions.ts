import type { AwsProvider, RegionStatus } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Step, StepAnswer, StepContext } from '../../ledger/step.ts';
import { accountOf, lookAgain, regionsOf } from './parts.ts';

/** How many regions of an account AWS enables at a time. */
const AT_ONCE = 6;
const USUAL_PAUSE = 60;

const isThere = (status: RegionStatus | undefined) => status === 'ENABLED' || status === 'ENABLED_BY_DEFAULT';
const isMoving = (status: RegionStatus | undefined) => status === 'ENABLING' || status === 'DISABLING';

/**
 * Enables regions, as many at a time as AWS takes. Those that are enabled already need no call, so that the same step
 * may be taken again from wherever it was.
 */
export function enableRegions(provider: AwsProvider): Step {
  const advance = async (context: StepContext, regions: readonly string[]): Promise<StepAnswer> => {
    const account = accountOf(context);
    const known = await provider.regions(account);
    const unknown = regions.filter((region) => !known.has(region));
    if (unknown.length > 0)
      throw new ProviderFailure('refused', `AWS has no region ${unknown.join(', ')}.`, {
        code: 'NO_SUCH_REGION',
      });
    const missing = regions.filter((region) => !isThere(known.get(region)));
    if (missing.length === 0) return { state: 'done', note: regions.join(', ') };
    const places = AT_ONCE - [...known.values()].filter(isMoving).length;
    const next = missing.filter((region) => known.get(region) === 'DISABLED').slice(0, Math.max(0, places));
    for (const region of next) await enable(provider, account, region);
    return {
      state: 'waiting',
      note: `${regions.length - missing.length} of ${regions.length} are enabled; waiting for ${missing.join(', ')}.`,
      lookAgain: lookAgain(provider, USUAL_PAUSE),
    };
  };
  return {
    name: 'enable_regions',
    label: 'Enable its regions',
    input: async (context) => ({ regions: regionsOf(context) }),
    call: async (context, { regions }) => {
      const wanted = (regions as string[]) ?? [];
      if (wanted.length === 0) return { state: 'skipped', note: 'None beside those that every account has.' };
      return advance(context, wanted);
    },
    look: async (context, { regions }) => {
      const wanted = regions as string[];
      // For one region there is a call of its own.
      const [only] = wanted;
      if (
        wanted.length === 1 &&
        only !== undefined &&
        isThere(await provider.region(accountOf(context), only))
      )
        return { state: 'done', note: only };
      return advance(context, wanted);
    },
  };
}

/** A region that is being enabled already is left; where AWS takes no more, it is called again later. */
async function enable(provider: AwsProvider, account: string, region: string): Promise<void> {
  try {
    await provider.enableRegion(account, region);
  } catch (error) {
    if (!(error instanceof ProviderFailure) || error.kind !== 'ambiguous') throw error;
    if ((await provider.region(account, region)) === 'DISABLED') throw error;
  }
}
