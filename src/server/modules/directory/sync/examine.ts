import type { Examination } from '#server/platform/process/finding.ts';
import { findingsAbout, hasAny } from '#server/platform/process/findings-about.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Directory } from '#server/providers/graph/interface.ts';

const { ok, failed, tried } = findingsAbout('directory', ProviderFailure);

/**
 * For the command `doctor`: whether the directory takes the portal's credentials, and whether its people and groups can be
 * read, by one page of each. Nothing is changed.
 */
export async function examineDirectory(directory: Directory): Promise<Examination> {
  const { place } = directory.reached;
  const read = await Promise.all([
    tried(() => hasAny(directory.people(null))),
    tried(() => hasAny(directory.groups(null))),
  ]);
  const failures = read.flatMap(({ failure }) => failure ?? []);
  // An error of both is reported once.
  if (failures.length > 0) return { findings: [...new Set(failures)].map(failed) };
  return { findings: [ok(`The people and the groups of ${place} can be read.`)] };
}
