import type { Cloud } from '#kernel/cloud/cloud-request.ts';
import type { KnownAccount, SimulatedGroup } from './objects.ts';

/** The unusual facts of a group. */
export type Details = Partial<Omit<SimulatedGroup, 'id' | 'name'>>;

interface SharedParts {
  group: (name: string, details: Details) => SimulatedGroup;
  grant: (to: SimulatedGroup, permissionSet: string, into: readonly KnownAccount[]) => void;
  some: (name: string, count: number) => string[];
  groups: ReadonlyMap<string, SimulatedGroup>;
  accounts: readonly KnownAccount[];
}

/** The groups beside those of single accounts: groups of groups, of everybody, forgotten ones, the spin-off's. */
export function addShared({ group, grant, some, groups, accounts }: SharedParts): void {
  const of = (cloud: Cloud) => accounts.filter((account) => account.cloud === cloud);
  const ending = (pattern: RegExp) =>
    [...groups.values()].filter(({ name }) => pattern.test(name)).map(({ id }) => id);
  const members = (name: string, count: number) => ({ members: some(name, count) });

  const builders = group('APP_AWS_ALL_BUILDERS', {
    description: 'Everybody who builds something in AWS',
    members: ending(/^APP_AWS_.*_POWER$/),
  });
  const engineers = group('APP_AWS_ALL_ENGINEERS', {
    description: 'Everybody who works with AWS',
    members: [builders.id, ...ending(/^APP_AWS_(?!PIM_).*_ADMIN$/), ...some('APP_AWS_ALL_ENGINEERS', 6)],
  });
  grant(engineers, 'ViewOnlyAccess', of('aws').slice(0, 4));
  const audit = group('APP_AWS_SECURITY_AUDIT', {
    description: 'Information Security looks at every account',
    ...members('APP_AWS_SECURITY_AUDIT', 5),
  });
  grant(audit, 'SecurityAudit', of('aws'));
  const finance = group('APP_AWS_BILLING', {
    description: 'Bills and budgets',
    ...members('APP_AWS_BILLING', 4),
  });
  grant(finance, 'Billing', of('aws').slice(0, 2));
  const network = group('APP_AWS_NETWORK_OPERATIONS', {
    description: 'Kept in the directory of the data centres',
    syncedElsewhere: true,
    ...members('APP_AWS_NETWORK_OPERATIONS', 8),
  });
  grant(network, 'NetworkAdministrator', of('aws').slice(0, 6));
  const breakGlass = group('APP_AWS_PIM_BREAK_GLASS', {
    description: 'For the day on which nothing else works',
    ...members('APP_AWS_PIM_BREAK_GLASS', 2),
  });
  grant(breakGlass, 'AdministratorAccess', of('aws'));
  group('APP_AWS_PIM_MIGRATION_2024', { description: 'The move out of Dublin', owners: [] });
  group('APP_AWS_LEGACY_TICKETING', {
    description: 'Ticketing before Reel Engine',
    ...members('APP_AWS_LEGACY_TICKETING', 7),
  });
  group('APP_AWS_PILOT_CRICKET', { owners: [], ...members('APP_AWS_PILOT_CRICKET', 3) });

  const staff = group('APP_AZURE_ALL_STAFF', {
    description: 'Everybody with a mailbox',
    dynamic: true,
    ...members('APP_AZURE_ALL_STAFF', 60),
  });
  grant(staff, 'Reader', of('azure').slice(0, 1));
  const operators = group('APP_AZURE_OPERATORS', {
    description: 'Those who keep Azure running, by subscription',
    members: ending(/^APP_AZURE_.*_CONTRIBUTOR$/).slice(0, 8),
  });
  grant(operators, 'Monitoring Reader', of('azure'));
  const desktops = group('APP_AZURE_DESKTOPS', {
    syncedElsewhere: true,
    owners: [],
    ...members('APP_AZURE_DESKTOPS', 9),
  });
  grant(desktops, 'Virtual Machine User Login', of('azure').slice(0, 2));
  group('APP_AZURE_OLD_INTRANET', { ...members('APP_AZURE_OLD_INTRANET', 4) });

  const data = group('APP_GCP_DATA_ENGINEERS', {
    description: 'Data & Analytics',
    members: [...ending(/^APP_GCP_DATA_LAKE.*_EDITOR$/), ...some('APP_GCP_DATA_ENGINEERS', 6)],
  });
  grant(data, 'roles/bigquery.dataEditor', of('gcp').slice(0, 5));
  const security = group('APP_GCP_SECURITY_REVIEW', {
    ...members('APP_GCP_SECURITY_REVIEW', 3),
    description: 'Information Security looks at every project',
  });
  grant(security, 'roles/iam.securityReviewer', of('gcp'));
  group('APP_GCP_HACKATHON', { owners: [], ...members('APP_GCP_HACKATHON', 12) });

  addSpinOff(group, some);
}

/** The security groups of the spin-off; people change them here, but for the last two. */
function addSpinOff(group: SharedParts['group'], some: SharedParts['some']): void {
  const teams = ['GAMING_STUDIO', 'DATA_PLATFORM', 'SPORTSBOOK', 'QUALITY'].map((team, at) => {
    const name = `SG_SPINCO_${team}`;
    return group(name, { description: `SpinCo: ${team.replace('_', ' ')}`, members: some(name, 4 + at) });
  });
  const nested = [...teams.map(({ id }) => id), ...some('SG_SPINCO_ALL', 2)];
  group('SG_SPINCO_ALL', { description: 'SpinCo: all teams', members: nested });
  group('SG_SPINCO_VPN', { description: 'SpinCo: remote access', members: some('SG_SPINCO_VPN', 11) });
  group('SG_SPINCO_EMPTY_ROOM', { description: 'SpinCo: nobody so far', owners: [] });
  group('SG_SPINCO_MAILBOXES', {
    description: 'SpinCo: kept in the directory of the data centres',
    syncedElsewhere: true,
    members: some('SG_SPINCO_MAILBOXES', 15),
  });
  group('SG_SPINCO_EVERYBODY', {
    description: 'SpinCo: by the tenant of each person',
    dynamic: true,
    members: some('SG_SPINCO_EVERYBODY', 24),
  });
}
