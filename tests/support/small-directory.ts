import { summarize } from '#server/modules/directory/access/summarize.ts';
import type { Database } from '#server/platform/database/database.ts';
import { addressOf, placeDirectory } from './directory.ts';

/** What journeys know of a directory in which few have much, so that each can be told by name. */
export const orchard = {
  admins: 'APP_AWS_ORCHARD_ADMIN',
  rescue: 'APP_AWS_PIM_ORCHARD_RESCUE',
  dormant: 'APP_AWS_ORCHARD_OLD',
  azure: 'APP_AZURE_ORCHARD_READ',
  gcp: 'APP_GCP_ORCHARD_READ',
  engineers: 'ORCHARD_ENGINEERS',
  trainees: 'ORCHARD_TRAINEES',
  /** An account of the example inventory. */
  account: 'player-insights-staging',
  administrator: 'OrchardAdministrator',
  reader: 'OrchardReader',
} as const;

const owners = ['Hazel Thorn', 'Basil Reed', 'Clover Ives', 'Dale Frost'];

const policy = (effect: string, actions: readonly string[]) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Sid: 'Orchard', Effect: effect, Action: actions, Resource: '*' }],
  });

const managed = (name: string) => ({ name, arn: `arn:aws:iam::aws:policy/${name}` });

const sets = [
  {
    name: orchard.administrator,
    arn: 'arn:aws:sso:::permissionSet/ssoins-orchard/ps-administrator',
    provider_type: 'AwsCloudParent',
    duration: 'PT8H',
    managed_policies: [managed('AdministratorAccess'), managed('ViewOnlyAccess')],
    inline_policy: policy('Allow', ['s3:GetObject', 's3:PutObject']),
  },
  {
    name: orchard.reader,
    arn: 'arn:aws:sso:::permissionSet/ssoins-orchard/ps-reader',
    provider_type: 'AwsCloudParent',
    duration: 'PT8H',
    managed_policies: [managed('ViewOnlyAccess')],
    inline_policy: policy('Allow', ['s3:GetObject']),
  },
  {
    name: 'Orchard Contributor',
    arn: '/providers/roleDefinitions/orchard-contributor',
    provider_type: 'AzureCloudParent',
  },
  { name: 'roles/orchard.viewer', arn: 'roles/orchard.viewer', provider_type: 'GcpCloudParent' },
].map((set) => ({ duration: null, managed_policies: [], inline_policy: null, ...set }));

const granted = [
  [orchard.admins, orchard.administrator],
  [orchard.rescue, orchard.administrator],
  [orchard.admins, orchard.reader],
  [orchard.azure, 'Orchard Contributor'],
  [orchard.gcp, 'roles/orchard.viewer'],
] as const;

/**
 * Puts a small directory into a portal's database: groups of each cloud, a group within a group within a group, a dormant
 * one, one of PIM, what they lead to, and who joined and left.
 */
export async function fillDirectory(db: Database): Promise<void> {
  await placeDirectory(db, [
    {
      name: orchard.admins,
      cloud: 'aws',
      members: ['Wren Abbott', 'Piper Quill'],
      owners,
      nested: [orchard.engineers],
    },
    { name: orchard.engineers, members: ['Otis Vance'], nested: [orchard.trainees] },
    { name: orchard.trainees, members: ['Juno Marsh'] },
    { name: orchard.rescue, cloud: 'aws', members: ['Piper Quill'], owners: ['Hazel Thorn'] },
    { name: orchard.dormant, cloud: 'aws', members: ['Wren Abbott'], owners: ['Hazel Thorn'] },
    { name: orchard.azure, cloud: 'azure', members: ['Otis Vance'], owners: ['Hazel Thorn'] },
    { name: orchard.gcp, cloud: 'gcp', members: ['Juno Marsh'], owners: ['Hazel Thorn'] },
  ]);
  await db.query(
    `INSERT INTO ad_permission_sets
       (provider_type, name, arn, duration, managed_policies, inline_policy, group_count, account_count)
     SELECT provider_type, name, arn, duration, managed_policies, inline_policy, 0, 0
     FROM jsonb_to_recordset($1) s (provider_type text, name text, arn text, duration text,
       managed_policies jsonb, inline_policy text)`,
    [JSON.stringify(sets)],
  );
  await db.query(
    `INSERT INTO ad_assignments (ad_permission_set_id, ad_group_id, account)
     SELECT s.id, g.id, a.identifier FROM unnest($1::text[], $2::text[]) x (group_name, set_name)
       JOIN ad_groups g ON g.name = group_name JOIN ad_permission_sets s ON s.name = set_name
       JOIN cloud_parents a ON a.name = $3`,
    [granted.map(([group]) => group), granted.map(([, set]) => set), orchard.account],
  );
  await db.query(
    `INSERT INTO ad_membership_changes (noticed_at, group_name, ad_group_id, change, role, who, email)
     SELECT now() - days * interval '1 day', g.name, g.id, x.change, 'member', x.who, x.email
     FROM ad_groups g, (VALUES (2, 'joined', 'Wren Abbott', $2), (1, 'left', 'Robin Sedge', $3))
       x (days, change, who, email) WHERE g.name = $1`,
    [orchard.admins, addressOf('Wren Abbott'), addressOf('Robin Sedge')],
  );
  await db.query(
    `INSERT INTO spinco_sg_changes (group_name, deed, user_count, done_count, failed_count, state, requested_by, finished_at)
     VALUES ('SG_SPINCO_ORCHARD', 'add', 1, 1, 0, 'done', 'maya.okafor@example.com', now())`,
  );
  await db.transaction((tx) => summarize(tx));
}
