import type { RegionChoices } from '#calls/clouds.ts';
import type { AwsProvider, RegionStatus } from '#server/providers/aws/interface.ts';

/** The regions that the organization has, cached, and read once at a time. */
export type RegionList = () => Promise<ReadonlyMap<string, RegionStatus>>;

const KEPT_MS = 60_000;

/** @param now milliseconds that never go back */
export function createRegionList(
  provider: Pick<AwsProvider, 'regions'>,
  now = () => performance.now(),
): RegionList {
  let kept: { until: number; regions: ReturnType<RegionList> } | null = null;
  return async () => {
    if (kept && now() < kept.until) return kept.regions;
    const reading = provider.regions(null);
    kept = { until: now() + KEPT_MS, regions: reading };
    // A reading that failed is made again.
    reading.catch(() => (kept = null));
    return reading;
  };
}

/** Regions by whether every account has them, in the order of their codes. */
export function regionChoices(regions: ReadonlyMap<string, RegionStatus>): RegionChoices[] {
  const codes = [...regions.keys()].toSorted();
  const group = (label: string, isIn: (status: RegionStatus | undefined) => boolean): RegionChoices => ({
    label,
    options: codes.filter((code) => isIn(regions.get(code))).map((code) => ({ value: code, label: code })),
  });
  return [
    group('To be enabled', (status) => status !== 'ENABLED_BY_DEFAULT'),
    group('In every account', (status) => status === 'ENABLED_BY_DEFAULT'),
  ].filter(({ options }) => options.length > 0);
}
