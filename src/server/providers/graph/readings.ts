import { READS_GROUPS, READS_PEOPLE, type Calls } from './calls.ts';
import {
  type DeltaGroup,
  type DeltaUser,
  GROUP_FIELDS,
  groupDelta,
  personDelta,
  USER_FIELDS,
} from './deltas.ts';
import { graphFailure, type GraphCall } from './failure.ts';
import type { DeltaPage, Directory } from './interface.ts';

const PEOPLE = `/users/delta?$select=${USER_FIELDS.join(',')}`;
const GROUPS = `/groups/delta?$select=${[...GROUP_FIELDS, 'members', 'owners'].join(',')}`;

/** The readings of all people and groups, or of what changed. */
export function readings({ pages }: Calls): Pick<Directory, 'people' | 'groups'> {
  /** Every page of a delta, from its beginning or from where another one ended. */
  async function* reading<Item, Delta>(
    from: string,
    purpose: GraphCall,
    read: (item: Item) => Delta,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<DeltaPage<Delta>> {
    for await (const { value, next, end } of pages<Item>(from, purpose, signal)) {
      if (next === null && end === null) throw graphFailure(new Error('The page leads nowhere.'), purpose);
      yield { items: value.map(read), cursor: next === null ? end : null, next };
    }
  }
  return {
    people: (cursor, signal) =>
      reading<DeltaUser, ReturnType<typeof personDelta>>(cursor ?? PEOPLE, READS_PEOPLE, personDelta, signal),
    groups: (cursor, signal) =>
      reading<DeltaGroup, ReturnType<typeof groupDelta>>(cursor ?? GROUPS, READS_GROUPS, groupDelta, signal),
  };
}
