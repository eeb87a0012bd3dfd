import type { FolderChoices } from '#calls/clouds.ts';
import type { GcpFolder, GcpProvider } from '#server/providers/gcp/interface.ts';
import { pathText } from '#resources/account-places.ts';

/** The folders of the organization as people read them: cached, and read once at a time. */
export interface FolderTree {
  groups: () => Promise<FolderChoices[]>;
  /** Such as 'Production / Shop'; the id itself where the organization has no such folder. */
  pathOf: (id: string) => Promise<string>;
}

const KEPT_MS = 60_000;
/** Google allows no more. */
const DEEPEST = 10;

/** @param now milliseconds that never go back */
export function createFolderTree(gcp: GcpProvider, now = () => performance.now()): FolderTree {
  let kept: { until: number; groups: Promise<FolderChoices[]> } | null = null;
  const groups = async () => {
    if (kept && now() < kept.until) return kept.groups;
    const reading = gcp.folders().then(groupFolders);
    kept = { until: now() + KEPT_MS, groups: reading };
    // A reading that failed is made again.
    reading.catch(() => (kept = null));
    return reading;
  };
  const pathOf = async (id: string) => {
    const options = (await groups()).flatMap((group) => group.options);
    return options.find(({ value }) => value === id)?.label ?? id;
  };
  return { groups, pathOf };
}

/** Folders by those that lie directly in the organization, each with its path below it, in the order of their names. */
export function groupFolders(folders: readonly GcpFolder[]): FolderChoices[] {
  const inside = Map.groupBy(folders, ({ parent }) => parent);
  const sorted = (parent: string) =>
    (inside.get(parent) ?? []).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const below = ({ id, name }: GcpFolder, path: readonly string[]): FolderChoices['options'] => {
    const whole = [...path, name];
    const own = { value: id, label: pathText(whole) };
    return whole.length >= DEEPEST
      ? [own]
      : [own, ...sorted(`folders/${id}`).flatMap((folder) => below(folder, whole))];
  };
  const known = new Set(folders.map(({ id }) => `folders/${id}`));
  // A folder whose parent the portal may not see begins a group as well.
  const tops = [...inside.keys()].filter((parent) => !known.has(parent)).flatMap(sorted);
  return tops
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map((folder) => ({ label: folder.name, options: below(folder, []) }));
}
