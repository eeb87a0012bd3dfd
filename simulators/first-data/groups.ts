import { createHash } from 'node:crypto';
import type { Cloud } from '#kernel/cloud/cloud-request.ts';
import {
  type KnownAccount,
  objectId,
  type SimulatedGrant,
  type SimulatedGroup,
  type SimulatedPerson,
} from './objects.ts';
import { addShared, type Details } from './shared-groups.ts';

/** A group that each account has: the end of its name, what it may do, and how many are in it. */
interface Part {
  suffix: string;
  permissionSet: string;
  least: number;
  most: number;
  /** People get into it for a while, on request. */
  pim?: boolean;
}

const part = (suffix: string, permissionSet: string, least: number, most: number, pim = false): Part => ({
  suffix,
  permissionSet,
  least,
  most,
  pim,
});

/** In production people are administrators for a while only. */
const PARTS: Readonly<Record<Cloud, (production: boolean) => readonly Part[]>> = {
  aws: (production) => [
    production
      ? part('ADMIN', 'AdministratorAccess', 2, 4, true)
      : part('ADMIN', 'AdministratorAccess', 2, 5),
    ...(production ? [] : [part('POWER', 'PowerUserAccess', 4, 9)]),
    part('READ', 'ReadOnlyAccess', 5, 14),
  ],
  azure: (production) => [
    part('OWNER', 'Owner', 1, 3),
    part('CONTRIBUTOR', 'Contributor', production ? 2 : 4, production ? 4 : 9),
    part('READER', 'Reader', 4, 12),
  ],
  gcp: (production) => [
    part('EDITOR', 'roles/editor', production ? 2 : 4, production ? 4 : 8),
    part('VIEWER', 'roles/viewer', 4, 12),
  ],
};

const PREFIX: Readonly<Record<Cloud, string>> = { aws: 'APP_AWS', azure: 'APP_AZURE', gcp: 'APP_GCP' };
/** The longest display name that a group may have. */
const MOST_LETTERS = 256;

const digest = (text: string): number =>
  Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 8), 16);
const upper = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

/** The groups of the example directory with who is in them, and what they lead to. */
export function groupsFor(
  people: readonly SimulatedPerson[],
  accounts: readonly KnownAccount[],
): { groups: SimulatedGroup[]; grants: SimulatedGrant[] } {
  const groups = new Map<string, SimulatedGroup>();
  const grants: SimulatedGrant[] = [];
  const idOf = new Map(people.map(({ userPrincipalName, id }) => [userPrincipalName, id]));
  const working = people.filter(({ enabled }) => enabled);
  const left = people.filter(({ enabled }) => !enabled);

  /** So many people, the same ones for the same name; the seldom one who has left and was forgotten in it, too. */
  const some = (name: string, count: number): string[] => {
    const picked = new Set<string>();
    for (let at = 0; picked.size < Math.min(count, working.length); at += 1)
      picked.add(working[digest(`${name} ${at}`) % working.length]?.id ?? '');
    const stays = digest(`${name} stays`);
    const forgotten = stays % 6 === 0 ? left[stays % Math.max(1, left.length)] : undefined;
    return forgotten ? [...picked, forgotten.id] : [...picked];
  };
  const group = (name: string, details: Details): SimulatedGroup => {
    const shortened = name.slice(0, MOST_LETTERS);
    const made: SimulatedGroup = {
      id: objectId(`group ${shortened}`),
      name: shortened,
      description: null,
      email: shortened.startsWith(PREFIX.gcp) ? `${shortened.toLowerCase()}@groups.example.com` : null,
      dynamic: false,
      syncedElsewhere: false,
      members: [],
      owners: some(`${shortened} owners`, 1).slice(0, 1),
      ...details,
    };
    groups.set(made.name, made);
    return made;
  };
  const grant = (to: SimulatedGroup, permissionSet: string, into: readonly KnownAccount[]) => {
    for (const { cloud, identifier } of into)
      grants.push({
        groupId: to.id,
        groupName: to.name,
        groupEmail: to.email,
        cloud,
        account: identifier,
        permissionSet,
      });
  };

  for (const account of accounts) {
    const { cloud, name, terminated, owner } = account;
    for (const { suffix, permissionSet, least, most, pim } of PARTS[cloud](isProduction(name))) {
      const full = `${PREFIX[cloud]}_${pim ? 'PIM_' : ''}${upper(name)}_${suffix}`;
      if (groups.has(full.slice(0, MOST_LETTERS))) continue;
      const owned = idOf.get(owner ?? '');
      const made = group(full, {
        description: `${permissionSet} in ${name}`,
        members: some(full, least + (digest(full) % (most - least + 1))),
        ...(owned !== undefined && { owners: [owned] }),
      });
      // The groups of an account that was closed lead nowhere.
      if (!terminated) grant(made, permissionSet, [account]);
    }
  }
  addShared({ group, grant, some, groups, accounts: accounts.filter(({ terminated }) => !terminated) });
  return { groups: [...groups.values()], grants };
}

const isProduction = (name: string) => /prod|online|root|security/i.test(name) && !/nonprod/i.test(name);
