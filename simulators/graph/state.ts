import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Person {
  id: string;
  name: string;
  userPrincipalName: string;
  email: string | null;
  enabled: boolean;
}

export interface Group {
  id: string;
  name: string;
  description: string | null;
  email: string | null;
  dynamic: boolean;
  syncedElsewhere: boolean;
  /** It is kept in Exchange: a distribution group or a mail-enabled security group. */
  mailEnabled?: boolean;
  /** Who is in it is only for those who may see that. */
  hidden?: boolean;
  /** Ids of people, groups, and whatever else may be in one. */
  members: string[];
  owners: string[];
}

/** The content of a directory from the beginning. */
export interface InitialDirectory {
  people: readonly Person[];
  groups: readonly Group[];
}

export type Relation = 'members' | 'owners';

/** Something that happened: an object that changed or is gone, or somebody in a group. */
type Change = { at: number } & (
  | { what: 'people' | 'groups'; id: string }
  | { what: Relation; id: string; other: string }
);

interface Kept {
  people: Person[];
  groups: Group[];
  /** How many changes there were. */
  version: number;
  changes: Change[];
  /** Tokens of deltas from before this change count no more. */
  oldestToken: number;
}

/** Of more changes the oldest are forgotten, with the tokens that need them. */
const KEPT_CHANGES = 200_000;

/** The content of a directory, what changed in it and when, and where it is kept. */
export class DirectoryState {
  readonly people = new Map<string, Person>();
  readonly groups = new Map<string, Group>();
  readonly #file: string | null;
  readonly isKept: boolean;
  #version = 0;
  #oldestToken = 0;
  #changes: Change[] = [];
  /** The word with which an old token is refused. */
  refusal: 'resyncRequired' | 'syncStateNotFound' = 'resyncRequired';

  /** @param file keeps the state, whole after each change; without one it ends with the process */
  constructor(file: string | null) {
    this.#file = file;
    this.isKept = file !== null && existsSync(file);
    if (file === null || !this.isKept) return;
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    this.#version = kept.version;
    this.#oldestToken = kept.oldestToken;
    this.#changes = kept.changes;
    for (const person of kept.people) this.people.set(person.id, person);
    for (const group of kept.groups) this.groups.set(group.id, group);
  }

  /** The content at its first start. */
  begin({ people, groups }: InitialDirectory): void {
    for (const person of people) this.people.set(person.id, { ...person });
    for (const group of groups)
      this.groups.set(group.id, { ...group, members: [...group.members], owners: [...group.owners] });
    this.#save();
  }

  get version(): number {
    return this.#version;
  }

  /** Whether a token of a delta that ended at this version still counts. */
  knows(version: number): boolean {
    return version >= this.#oldestToken && version <= this.#version;
  }

  since(version: number): readonly Change[] {
    // They are in their order, and most deltas are about the last few.
    const from = this.#changes.findLastIndex(({ at }) => at <= version);
    return this.#changes.slice(from + 1);
  }

  /** Has every token that was given so far count no more. */
  expireTokens(refusal: DirectoryState['refusal'] = 'resyncRequired'): void {
    this.refusal = refusal;
    this.#version += 1;
    this.#oldestToken = this.#version;
    this.#save();
  }

  addPerson(given: Partial<Person> & Pick<Person, 'userPrincipalName'>): Person {
    const { userPrincipalName: principal } = given;
    const person = { id: randomUUID(), name: principal, email: principal, enabled: true, ...given };
    this.people.set(person.id, person);
    this.#changed({ what: 'people', id: person.id });
    return person;
  }

  changePerson(id: string, given: Partial<Omit<Person, 'id'>>): void {
    Object.assign(this.#person(id), given);
    this.#changed({ what: 'people', id });
  }

  /** They leave all groups as well. */
  removePerson(id: string): void {
    this.#person(id);
    for (const group of this.groups.values())
      for (const relation of ['members', 'owners'] as const)
        if (group[relation].includes(id)) this.take(group.id, relation, id);
    this.people.delete(id);
    this.#changed({ what: 'people', id });
  }

  addGroup(given: Partial<Group> & Pick<Group, 'name'>): Group {
    const group = {
      id: randomUUID(),
      description: null,
      email: null,
      dynamic: false,
      syncedElsewhere: false,
      ...given,
      members: [...(given.members ?? [])],
      owners: [...(given.owners ?? [])],
    };
    this.groups.set(group.id, group);
    this.#changed({ what: 'groups', id: group.id });
    for (const relation of ['members', 'owners'] as const)
      for (const other of group[relation]) this.#changed({ what: relation, id: group.id, other });
    return group;
  }

  changeGroup(id: string, given: Partial<Omit<Group, 'id' | Relation>>): void {
    Object.assign(this.#group(id), given);
    this.#changed({ what: 'groups', id });
  }

  removeGroup(id: string): void {
    this.#group(id);
    for (const group of this.groups.values())
      if (group.members.includes(id)) this.take(group.id, 'members', id);
    this.groups.delete(id);
    this.#changed({ what: 'groups', id });
  }

  /** Puts somebody into a group. */
  put(id: string, relation: Relation, other: string): void {
    this.#group(id)[relation].push(other);
    this.#changed({ what: relation, id, other });
  }

  /** Takes somebody out of a group. */
  take(id: string, relation: Relation, other: string): void {
    const group = this.#group(id);
    group[relation] = group[relation].filter((one) => one !== other);
    this.#changed({ what: relation, id, other });
  }

  #person(id: string): Person {
    const found = this.people.get(id);
    if (!found) throw new Error(`The directory has no person ${id}.`);
    return found;
  }

  #group(id: string): Group {
    const found = this.groups.get(id);
    if (!found) throw new Error(`The directory has no group ${id}.`);
    return found;
  }

  #changed(
    change: { what: 'people' | 'groups'; id: string } | { what: Relation; id: string; other: string },
  ): void {
    this.#version += 1;
    this.#changes.push({ at: this.#version, ...change });
    if (this.#changes.length > KEPT_CHANGES) {
      this.#changes = this.#changes.slice(-KEPT_CHANGES / 2);
      this.#oldestToken = Math.max(this.#oldestToken, this.#changes[0]?.at ?? 0);
    }
    this.#save();
  }

  #save(): void {
    if (this.#file === null) return;
    const kept: Kept = {
      people: [...this.people.values()],
      groups: [...this.groups.values()],
      version: this.#version,
      changes: this.#changes,
      oldestToken: this.#oldestToken,
    };
    const next = `${this.#file}.next`;
    writeFileSync(next, JSON.stringify(kept), { mode: 0o600 });
    renameSync(next, this.#file);
  }
}
