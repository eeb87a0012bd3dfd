import { asReference } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import { referredInRow, type Referred, type Remark } from '#kernel/remarks.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import type { Draft } from './drafts.ts';

/** A field whose value should be the same as one of the record that a reference leads to. */
interface Follower {
  name: string;
  from: Referred;
  target: string;
}

/** The fields that a model declares to be the same as one of a record that it refers to. */
function followersOf(resource: Resource): Follower[] {
  const remarks: readonly [string, Remark | undefined][] = Object.entries(resource.remarks ?? {});
  return remarks.flatMap(([name, remark]) => {
    if (remark?.about !== 'difference') return [];
    const reference = asReference(resource.fields[remark.from.via]);
    return reference ? [{ name, from: remark.from, target: reference.target }] : [];
  });
}

/** Whether other fields follow the record that this reference leads to. */
export const isFollowed = (resource: Resource, name: string): boolean =>
  followersOf(resource).some(({ from }) => from.via === name);

/** Where it cannot be read, the remark beside the input and the server's answer say what is wrong. */
const recordAt = async (model: string, id: number): Promise<RecordRow | null> =>
  api.get<RecordAnswer>(`${resourcePath(model)}/${id}`).then(
    ({ data }) => data,
    () => null,
  );

/**
 * What follows from a reference that a person chooses anew, such as the company code from the company. With the reference of the start
 * comes the value of the start, be it another one. Of a record that is changed, only what agreed with its reference follows; and
 * nothing does that became another value meanwhile, such as by a change of somebody else.
 * @param start the values that the form begins with
 * @param record the record that is changed; null for a new one
 * @param draft what was kept of an earlier visit
 * @param find reads a record; null where it cannot be read
 * @returns fetches what follows from values
 */
export function followChosen(
  resource: Resource,
  start: Values,
  record: RecordRow | null,
  draft: Draft | null,
  find: typeof recordAt = recordAt,
): (values: Values) => Promise<Values> {
  const followers = followersOf(resource).filter(
    ({ name, from }) =>
      name in start && (!record || referredInRow(resource.fields, from, record) === record[name]),
  );
  const isKept = (name: string) => draft && name in draft.values && !draft.byHand.includes(name);
  const ours = new Map(
    followers.map(({ name }) => [
      name,
      new Set([start[name], ...(isKept(name) ? [draft?.values[name]] : [])]),
    ]),
  );
  const follow = async (
    { name, from: { via, field }, target }: Follower,
    values: Values,
  ): Promise<Values> => {
    const id = values[via];
    if (!ours.get(name)?.has(values[name])) return {};
    if (id === start[via]) return { [name]: start[name] };
    if (typeof id !== 'number' || id < 1) return {};
    const value = (await find(target, id))?.[field];
    if (typeof value !== 'string') return {};
    ours.get(name)?.add(value);
    return { [name]: value };
  };
  return async (values) => {
    const found = await Promise.all(followers.map((one) => follow(one, values)));
    return Object.fromEntries(found.flatMap((one) => Object.entries(one)));
  };
}
