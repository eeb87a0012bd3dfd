import type { Group, User } from '@microsoft/microsoft-graph-types/microsoft-graph.d.ts';
import type { FoundGroup, FoundMember, FoundPerson, GroupDelta, PersonDelta } from './interface.ts';

/** The mark in a delta of an object that is gone, or of somebody who left a group. */
interface Removed {
  '@removed'?: { reason?: string };
}
interface Reference extends Removed {
  '@odata.type'?: string;
  id?: string;
}
export type DeltaUser = User & Removed;
export type DeltaGroup = Group & Removed & { 'members@delta'?: Reference[]; 'owners@delta'?: Reference[] };

/** The fields that are read of a person. */
export const USER_FIELDS = ['id', 'displayName', 'mail', 'userPrincipalName', 'accountEnabled'];
/** The fields that are read of a group. */
export const GROUP_FIELDS = [
  'id',
  'displayName',
  'description',
  'mail',
  'groupTypes',
  'mailEnabled',
  'onPremisesSyncEnabled',
];

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

export function personOf({
  id = '',
  displayName,
  mail,
  userPrincipalName,
  accountEnabled,
}: User): FoundPerson {
  const principal = orNull(userPrincipalName) ?? id;
  return {
    id,
    name: orNull(displayName) ?? principal,
    userPrincipalName: principal,
    email: orNull(mail),
    enabled: accountEnabled !== false,
  };
}

export function groupOf(group: Group): FoundGroup {
  const { id = '', displayName, description, mail, groupTypes, mailEnabled, onPremisesSyncEnabled } = group;
  // A distribution group or a mail-enabled security group; those of Microsoft 365 are Graph's own.
  const isOfExchange = mailEnabled === true && groupTypes?.includes('Unified') !== true;
  return {
    id,
    name: orNull(displayName) ?? id,
    description: orNull(description),
    email: orNull(mail),
    dynamic: groupTypes?.includes('DynamicMembership') ?? false,
    syncedElsewhere: onPremisesSyncEnabled === true || isOfExchange,
  };
}

const KINDS: Readonly<Record<string, FoundMember['kind']>> = {
  '#microsoft.graph.user': 'person',
  '#microsoft.graph.group': 'group',
};

const membersOf = (references: Reference[] | undefined): FoundMember[] =>
  (references ?? []).flatMap((reference) =>
    reference.id === undefined
      ? []
      : [
          {
            id: reference.id,
            kind: KINDS[reference['@odata.type'] ?? ''] ?? 'other',
            removed: reference['@removed'] !== undefined,
          },
        ],
  );

export const personDelta = (user: DeltaUser): PersonDelta =>
  user['@removed'] ? { gone: true, id: user.id ?? '' } : { gone: false, ...personOf(user) };

export function groupDelta(group: DeltaGroup): GroupDelta {
  const { id = '' } = group;
  if (group['@removed']) return { gone: true, id };
  return {
    gone: false,
    id,
    // Where only members changed, some answers leave out the rest.
    group: group.displayName === undefined ? null : groupOf(group),
    members: membersOf(group['members@delta']),
    owners: membersOf(group['owners@delta']),
  };
}
