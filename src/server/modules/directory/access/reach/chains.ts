import type { GroupName } from '#calls/reach.ts';

/** A group within a group: the one around, and the one in it. */
export type Edge = readonly [outer: number, inner: number];

/** From each group that is reached the next one of its shortest way, and how long that way is. */
export interface Ways {
  next: ReadonlyMap<number, number | null>;
  depth: ReadonlyMap<number, number>;
}

/** The shortest ways from some groups to all that edges lead to. A group is met once, so that circles end. */
function waysFrom(starts: readonly number[], leads: ReadonlyMap<number, readonly number[]>): Ways {
  const next = new Map<number, number | null>(starts.map((start) => [start, null]));
  const depth = new Map<number, number>(starts.map((start) => [start, 0]));
  let layer = [...next.keys()];
  for (let far = 1; layer.length > 0; far += 1) {
    const beyond: number[] = [];
    for (const id of layer)
      for (const other of leads.get(id) ?? []) {
        if (next.has(other)) continue;
        next.set(other, id);
        depth.set(other, far);
        beyond.push(other);
      }
    layer = beyond;
  }
  return { next, depth };
}

function grouped(edges: readonly Edge[], from: 0 | 1): Map<number, number[]> {
  const leads = new Map<number, number[]>();
  for (const edge of edges) {
    const known = leads.get(edge[from]);
    if (known) known.push(edge[from === 0 ? 1 : 0]);
    else leads.set(edge[from], [edge[from === 0 ? 1 : 0]]);
  }
  return leads;
}

/** The ways from a group into what lies in it. */
export const waysInto = (root: number, edges: readonly Edge[]): Ways => waysFrom([root], grouped(edges, 0));

/** The ways from some groups out into what they lie in. */
export const waysOut = (starts: readonly number[], edges: readonly Edge[]): Ways =>
  waysFrom(starts, grouped(edges, 1));

/** The groups on the way from one that is reached back to where the way began, both included. */
export function wayBack({ next }: Ways, from: number): number[] {
  const way: number[] = [];
  for (let id: number | null | undefined = from; id !== null && id !== undefined; id = next.get(id))
    way.push(id);
  return way;
}

/** The one of several groups whose way is the shortest; undefined where none is reached. */
export function nearest({ depth }: Ways, groups: readonly number[]): number | undefined {
  const far = (id: number) => depth.get(id) ?? Number.POSITIVE_INFINITY;
  const reached = groups.filter((id) => depth.has(id));
  return reached.toSorted((one, other) => far(one) - far(other) || one - other)[0];
}

/** A way as people read it. @param names of all groups that may be on it */
export const chainOf = (way: readonly number[], names: ReadonlyMap<number, string>): GroupName[] =>
  way.map((id) => ({ id, name: names.get(id) ?? '' }));

/** Names by ids. */
export const namesOf = (groups: readonly GroupName[]): Map<number, string> =>
  new Map(groups.map(({ id, name }) => [id, name]));
