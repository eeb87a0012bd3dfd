import type { Reached } from '../common/interface.ts';

/** A person as the directory has them. */
export interface FoundPerson {
  /** The object id. */
  id: string;
  name: string;
  userPrincipalName: string;
  /** null: they have no mailbox. */
  email: string | null;
  /** Whether they may sign in. */
  enabled: boolean;
}

/** A group as the directory has it, without who is in it. */
export interface FoundGroup {
  /** The object id. */
  id: string;
  name: string;
  description: string | null;
  email: string | null;
  /** A rule says who is in it, so that nobody can be added by hand. */
  dynamic: boolean;
  /**
   * It is kept in another directory or in Exchange, which alone may change it; its owners are not reported.
   * Source: List group owners of Microsoft Graph.
   */
  syncedElsewhere: boolean;
}

/** An entry of a reading about somebody or something in a group. */
export interface FoundMember {
  id: string;
  /** `other`: a device, a service principal or a contact. */
  kind: 'person' | 'group' | 'other';
  /** Since the last reading they are no longer there. */
  removed: boolean;
}

/** An entry of a reading about a person: as they are, or that they are gone. */
export type PersonDelta = ({ gone: false } & FoundPerson) | { gone: true; id: string };

/**
 * An entry of a reading about a group. One with many members is listed several times, each with some of them. Where only members
 * changed, `group` is null.
 */
export type GroupDelta =
  | { gone: true; id: string }
  | { gone: false; id: string; group: FoundGroup | null; members: FoundMember[]; owners: FoundMember[] };

/** A page of a reading. The last page has where the next reading goes on. */
export interface DeltaPage<Delta> {
  items: Delta[];
  cursor: string | null;
  /** Where this reading goes on, given as a cursor, should it be broken off here; null on the last page. */
  next: string | null;
}

/**
 * The directory by Microsoft Graph. Readings repeat by themselves what is throttled for some seconds, as Retry-After says;
 * where that is longer, they fail as `busy`. Nothing else is repeated. Everything throws ProviderFailure; a cursor that the
 * directory no longer knows has the code `resyncRequired`, and the next reading begins anew.
 */
export interface Directory {
  reached: Reached;
  /** @param cursor of the reading before, which lists only what changed since; or of a page; null: everything */
  people: (cursor: string | null, signal?: AbortSignal) => AsyncIterable<DeltaPage<PersonDelta>>;
  /** @param cursor as for people */
  groups: (cursor: string | null, signal?: AbortSignal) => AsyncIterable<DeltaPage<GroupDelta>>;
  /** By address, user principal name or object id; null: there is none. */
  person: (key: string, signal?: AbortSignal) => Promise<FoundPerson | null>;
  /**
   * The object ids of all groups that somebody is in, directly or by other groups. By object id or user principal name, never by
   * address, which people may share or change; null: there is no such person.
   */
  groupsOf: (person: string, signal?: AbortSignal) => Promise<string[] | null>;
  /** The groups with exactly this display name; names are not unique in a directory. */
  groupsNamed: (name: string, signal?: AbortSignal) => Promise<FoundGroup[]>;
  /** Done, too, where they are in it already. */
  addMember: (group: string, person: string, signal?: AbortSignal) => Promise<'added' | 'present'>;
  /** Done, too, where they are not in it. */
  removeMember: (group: string, person: string, signal?: AbortSignal) => Promise<'removed' | 'absent'>;
  addOwner: (group: string, person: string, signal?: AbortSignal) => Promise<'added' | 'present'>;
}

/** Where the directory is, and the application that calls it. */
export type DirectoryAccess =
  | {
      kind: 'tenant';
      tenantId: string;
      /** In place of https://graph.microsoft.com; https only. */ api?: string;
    }
  | { kind: 'simulator'; url: string; tenantId: string; clientId: string; clientSecret: string };
