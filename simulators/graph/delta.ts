import type { Answer } from '../azure/arm.ts';
import { ArmError, ok } from '../azure/arm.ts';
import { groupJson, type Json, listedIn, referenceJson, selected, userJson } from './objects.ts';
import type { DirectoryState, Relation } from './state.ts';

/** The content of a token of a delta; Graph's own cannot be read. */
interface Token {
  kind: 'users' | 'groups';
  select: string | null;
  /** The changes since are listed; null: all that is there. */
  since: number | null;
  /** The position of the directory when this reading began: the next one lists what changed after that. */
  until: number;
  /** How many entries were listed. */
  from: number;
}

export interface DeltaOptions {
  /** Objects of a page. */
  page: number;
  /** References of an entry: a group with more of them is listed several times. */
  references: number;
  /** Whether the application may see who is in groups with hidden membership. */
  seesHidden: () => boolean;
}

const seal = (token: Token): string => Buffer.from(JSON.stringify(token)).toString('base64url');

function unseal(text: string, kind: Token['kind']): Token {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString()) as Token;
    if (token.kind === kind) return token;
  } catch {
    // As much as one of another kind.
  }
  throw new ArmError(400, 'Request_BadRequest', 'Badly formed token.');
}

/** Answers a page of a delta: of all that is there, or of what changed since a token was given. */
export function delta(
  state: DirectoryState,
  kind: Token['kind'],
  { query, base }: { query: URLSearchParams; base: string },
  options: DeltaOptions,
): Answer {
  const token = tokenOf(state, kind, query);
  const { since, from, until, select } = token;
  if (!state.knows(since ?? until)) throw expired(state);
  const entries = entriesOf(state, kind, since, options);
  const value = entries.slice(from, from + options.page).map((entry) => selectedEntry(entry(), select));
  const to = from + value.length;
  const path = `${base}/v1.0/${kind}/delta`;
  const link =
    to < entries.length
      ? { '@odata.nextLink': `${path}?$skiptoken=${seal({ ...token, from: to })}` }
      : { '@odata.deltaLink': `${path}?$deltatoken=${seal({ ...token, since: until, from: 0 })}` };
  return ok({ '@odata.context': `${base}/v1.0/$metadata#${kind}`, ...link, value });
}

function tokenOf(state: DirectoryState, kind: Token['kind'], query: URLSearchParams): Token {
  const skip = query.get('$skiptoken');
  if (skip !== null) return unseal(skip, kind);
  const ended = query.get('$deltatoken');
  if (ended !== null) return { ...unseal(ended, kind), until: state.version };
  return { kind, select: query.get('$select'), since: null, until: state.version, from: 0 };
}

const expired = ({ refusal }: DirectoryState): ArmError =>
  refusal === 'resyncRequired'
    ? new ArmError(410, 'resyncRequired', 'Resync is required.')
    : new ArmError(
        400,
        'syncStateNotFound',
        'The sync state generation is not found. The delta token is expired and data must be synchronized again.',
      );

/** Members and owners are only listed where they were requested, under names of their own. */
function selectedEntry(entry: Json, select: string | null): Json {
  if ('@removed' in entry) return entry;
  const requested = new Set((select ?? '').split(','));
  const relations = Object.entries(entry).filter(
    ([name]) => name.endsWith('@delta') && requested.has(name.split('@')[0] ?? ''),
  );
  return { ...selected(entry, select), ...Object.fromEntries(relations) };
}

/** Each entry is only made where it is listed. */
type Entry = () => Json;

function entriesOf(
  state: DirectoryState,
  kind: Token['kind'],
  since: number | null,
  { references, seesHidden }: DeltaOptions,
): Entry[] {
  if (since === null && kind === 'users')
    return [...state.people.values()].map((person) => () => userJson(person));
  if (since === null)
    return [...state.groups.values()].flatMap((group) =>
      inPieces(
        listedIn(group, seesHidden()),
        references,
        (relation, ids) => () => ({
          ...groupJson(group),
          [`${relation}@delta`]: ids.map((id) => referenceJson(state, id)),
        }),
        () => groupJson(group),
      ),
    );
  return kind === 'users'
    ? changedUsers(state, since)
    : changedGroups(state, since, references, seesHidden());
}

function changedUsers(state: DirectoryState, since: number): Entry[] {
  const ids = new Set(state.since(since).flatMap(({ what, id }) => (what === 'people' ? [id] : [])));
  return [...ids].map((id) => () => {
    const person = state.people.get(id);
    // Who is deleted can be brought back for a while.
    return person ? userJson(person) : { id, '@removed': { reason: 'changed' } };
  });
}

function changedGroups(
  state: DirectoryState,
  since: number,
  references: number,
  seesHidden: boolean,
): Entry[] {
  const changed = new Map<string, Record<Relation, Set<string>>>();
  for (const change of state.since(since)) {
    if (change.what === 'people') continue;
    const others = changed.get(change.id) ?? { members: new Set<string>(), owners: new Set<string>() };
    changed.set(change.id, others);
    if ('other' in change) others[change.what].add(change.other);
  }
  return [...changed].flatMap(([id, { members, owners }]): Entry[] => {
    const group = state.groups.get(id);
    if (!group) return [() => ({ id, '@removed': { reason: 'deleted' } })];
    return inPieces(
      listedIn({ ...group, members: [...members], owners: [...owners] }, seesHidden),
      references,
      (relation, ids) => () => ({
        ...groupJson(group),
        [`${relation}@delta`]: ids.map((other) => ({
          ...referenceJson(state, other),
          ...(!group[relation].includes(other) && { '@removed': { reason: 'deleted' } }),
        })),
      }),
      () => groupJson(group),
    );
  });
}

/** An entry for each piece of each relation; one for a group that has nobody. */
function inPieces(
  relations: Record<Relation, readonly string[]>,
  size: number,
  piece: (relation: Relation, ids: readonly string[]) => Entry,
  bare: Entry,
): Entry[] {
  const pieces = (Object.entries(relations) as [Relation, readonly string[]][]).flatMap(([relation, ids]) =>
    Array.from({ length: Math.ceil(ids.length / size) }, (_, at) =>
      piece(relation, ids.slice(at * size, (at + 1) * size)),
    ),
  );
  return pieces.length === 0 ? [bare] : pieces;
}
