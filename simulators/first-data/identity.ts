import type { SimulatedDirectory } from './directory.ts';
import type { InitialIdentity } from '#simulators/aws/identity.ts';

/** Every so many groups were made in IAM Identity Center by hand, before the directory kept them. */
const BY_HAND = 9;
/** So many people have something by themselves. */
const DIRECT = 3;

const policy = (name: string, path = '') => ({ name, arn: `arn:aws:iam::aws:policy/${path}${name}` });

/** The rights of the permission sets of the example directory. */
const permissionSets: NonNullable<InitialIdentity['permissionSets']> = [
  {
    name: 'AdministratorAccess',
    description: 'Everything in the account',
    duration: 'PT1H',
    managed: [policy('AdministratorAccess')],
  },
  {
    name: 'PowerUserAccess',
    description: 'Everything but users, groups and roles',
    duration: 'PT8H',
    managed: [policy('PowerUserAccess')],
    own: [{ name: 'developer-boundary', path: '/ccoe/' }],
    inline: JSON.stringify({
      Version: '2012-10-17',
      Statement: [
        {
          Sid: 'KeepToOurRegions',
          Effect: 'Deny',
          NotAction: ['iam:*', 'organizations:*', 'support:*'],
          Resource: '*',
          Condition: { StringNotEquals: { 'aws:RequestedRegion': ['eu-central-1', 'us-east-1'] } },
        },
      ],
    }),
  },
  {
    name: 'ReadOnlyAccess',
    description: 'Look at everything',
    duration: 'PT8H',
    managed: [policy('ReadOnlyAccess')],
  },
  {
    name: 'ViewOnlyAccess',
    description: 'See what there is, without what is in it',
    duration: 'PT8H',
    managed: [policy('ViewOnlyAccess', 'job-function/')],
  },
  {
    name: 'SecurityAudit',
    description: 'Settings of security in every account',
    duration: 'PT4H',
    relay: 'https://console.aws.amazon.com/securityhub/home',
    managed: [policy('SecurityAudit'), policy('ReadOnlyAccess')],
  },
  {
    name: 'Billing',
    description: 'Bills and budgets',
    duration: 'PT4H',
    relay: 'https://console.aws.amazon.com/billing/home',
    managed: [policy('Billing', 'job-function/')],
  },
  {
    name: 'NetworkAdministrator',
    description: 'Networks and what leads into them',
    duration: 'PT4H',
    managed: [policy('NetworkAdministrator', 'job-function/')],
    inline: JSON.stringify({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Deny', Action: ['ec2:DeleteTransitGateway*'], Resource: '*' }],
    }),
  },
];

/** IAM Identity Center as it is filled from the example directory. */
export function simulatedIdentity({ people, groups, grants }: SimulatedDirectory): InitialIdentity {
  const given = grants.filter(({ cloud }) => cloud === 'aws');
  const leading = new Set(given.map(({ groupId }) => groupId));
  const stored = groups.filter(({ id }) => leading.has(id));
  const members = new Set(stored.flatMap((group) => group.members));
  const users = people.filter(({ id }) => members.has(id));
  const accounts = [...new Set(given.map(({ account }) => account))];
  return {
    permissionSets,
    groups: stored.map(({ id, name }, at) => ({
      name,
      externalId: at % BY_HAND === BY_HAND - 1 ? null : id,
    })),
    users: users.map(({ id, name, userPrincipalName }) => ({
      userName: userPrincipalName,
      name,
      externalId: id,
    })),
    assignments: [
      ...given.map(({ account, permissionSet, groupName }) => ({
        account,
        permissionSet,
        principal: groupName,
        type: 'GROUP' as const,
      })),
      ...users.slice(0, Math.min(DIRECT, accounts.length)).map(({ userPrincipalName }, at) => ({
        account: accounts[at] ?? '',
        permissionSet: 'ReadOnlyAccess',
        principal: userPrincipalName,
        type: 'USER' as const,
      })),
    ],
  };
}
