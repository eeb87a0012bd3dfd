import type { GroupChoices } from '#calls/clouds.ts';
import type { Azure, ManagementGroup } from '#server/providers/azure/interface.ts';
import { pathText } from '#resources/account-places.ts';

/** The management groups of a tenant, cached and read once at a time. */
export interface GroupTree {
  /** As they were a minute ago at most; older ones are answered while new ones are read. */
  groups: () => Promise<readonly ManagementGroup[]>;
  /** By id or, where only one is called so, by name; reads anew for what is not cached. */
  find: (idOrName: string) => Promise<ManagementGroup | null>;
}

const FRESH_MS = 60_000;
const KEPT_MS = 15 * 60_000;

/** @param now milliseconds that never go back */
export function createGroupTree(azure: Pick<Azure, 'groups'>, now = () => performance.now()): GroupTree {
  let kept: { at: number; groups: readonly ManagementGroup[] } | null = null;
  let reading: Promise<readonly ManagementGroup[]> | null = null;

  const read = async () => {
    reading ??= azure
      .groups()
      .then((groups) => {
        kept = { at: now(), groups };
        return groups;
      })
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const groups = async () => {
    const age = kept ? now() - kept.at : Infinity;
    if (kept && age < FRESH_MS) return kept.groups;
    if (!kept || age > KEPT_MS) return read();
    // Who opens a form does not wait; a failure is thrown only once nothing is cached any more.
    read().catch(() => undefined);
    return kept.groups;
  };
  return {
    groups,
    find: async (idOrName) => findGroup(await groups(), idOrName) ?? findGroup(await read(), idOrName),
  };
}

function findGroup(groups: readonly ManagementGroup[], idOrName: string): ManagementGroup | null {
  const wanted = idOrName.trim().toLowerCase();
  const byId = groups.find(({ id }) => id.toLowerCase() === wanted);
  if (byId) return byId;
  const [named, ...others] = groups.filter(({ name }) => name.toLowerCase() === wanted);
  return named && others.length === 0 ? named : null;
}

/** The names on the way to a group and its own, without that of the root group, which every tenant has. */
export const pathBelowRoot = ({ name, above }: Pick<ManagementGroup, 'name' | 'above'>): string =>
  pathText([...above, name].slice(1)) || name;

/**
 * Every group with its name, each with the groups that lie directly in it as its options: a form offers them by what
 * they lie in. Groups without any, which are only options of others, come last.
 */
export function groupChoices(groups: readonly ManagementGroup[]): GroupChoices[] {
  const inside = Map.groupBy(groups, ({ above }) => above.join('/'));
  const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name, 'en');
  const choices = groups.toSorted(byName).map(({ id, name, above }) => ({
    id,
    name,
    label: pathBelowRoot({ name, above }),
    options: (inside.get([...above, name].join('/')) ?? [])
      .toSorted(byName)
      .map((one) => ({ value: one.id, label: one.name })),
  }));
  const isEmpty = ({ options }: GroupChoices) => options.length === 0;
  return [...choices.filter((one) => !isEmpty(one)), ...choices.filter(isEmpty)];
}
