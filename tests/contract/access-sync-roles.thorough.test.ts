import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { azureAccess } from '#server/modules/directory/access/azure-access.ts';
import { gcpAccess } from '#server/modules/directory/access/gcp-access.ts';
import { readAccess } from '#server/modules/directory/access/read-access.ts';
import type { AccessSource } from '#server/modules/directory/access/source.ts';
import { openAzure } from '#server/providers/azure/azure.ts';
import { openGcp } from '#server/providers/gcp/gcp.ts';
import { simulated, startAzure } from '#simulators/azure/azure.ts';
import type { InitialTenant } from '#simulators/azure/tenant.ts';
import { startGcp, type GcpOptions } from '#simulators/gcp/gcp.ts';
import { withDatabase } from '#tests/support/database.ts';
import { addressOf, clearDirectory, objectIdOf, placeDirectory } from '#tests/support/directory.ts';

const database = withDatabase({ poolSize: 4 });
const ends: (() => Promise<void>)[] = [];

beforeEach(() => clearDirectory(database.db));
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()));
});

const read = (source: AccessSource) =>
  readAccess({ db: database.db, signal: new AbortController().signal, acceptLosses: false }, source);

/** Who has what where, as `principal: permission set in account`. */
async function assigned() {
  const { rows } = await database.db.query<{ line: string }>(
    `SELECT coalesce(g.name, p.name) || ': ' || s.name || ' in ' || a.account AS line
     FROM ad_assignments a JOIN ad_permission_sets s ON s.id = a.ad_permission_set_id
       LEFT JOIN ad_groups g ON g.id = a.ad_group_id LEFT JOIN ad_people p ON p.id = a.ad_person_id ORDER BY 1`,
  );
  return rows.map(({ line }) => line);
}

describe('roles of Azure', () => {
  const READER = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';
  const OWNER = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635';
  const shop = '5b0f1c52-7a0e-4a8e-9d4a-000000000001';
  const data = '5b0f1c52-7a0e-4a8e-9d4a-000000000002';
  let made = 0;
  const role = (scope: string, guid: string, who: string, principalType = 'Group') => ({
    scope,
    name: `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
    // As ARM writes it: with the subscription where it was given there.
    roleDefinitionId: `${scope.startsWith('/subscriptions') ? scope : ''}/providers/Microsoft.Authorization/RoleDefinitions/${guid.toUpperCase()}`,
    principalId: objectIdOf(who),
    principalType,
  });

  async function microsoft(initial: InitialTenant) {
    const subscriptions = [
      { id: shop, displayName: 'Shop', group: 'production' },
      { id: data, displayName: 'Data', group: 'sandboxes' },
    ];
    const simulator = await startAzure({ initial: { subscriptions, ...initial } });
    ends.push(() => simulator.close());
    const azure = openAzure({ kind: 'simulator', url: simulator.url, ...simulated });
    return { simulator, faults: simulator.faults, source: azureAccess(azure) };
  }

  it('are read of groups and people on subscriptions, with the names of the roles that somebody has', async () => {
    await placeDirectory(database.db, [{ name: 'Readers', members: ['Ada Smith'] }]);
    const { source } = await microsoft({
      assignments: [
        role(`/subscriptions/${shop}`, READER, 'Readers'),
        role(`/subscriptions/${data}`, OWNER, 'Ada Smith', 'User'),
        role(`/subscriptions/${shop}`, OWNER, 'A program', 'ServicePrincipal'),
        role(`/subscriptions/${shop}/resourceGroups/web`, OWNER, 'Readers'),
      ],
    });
    const told = await read(source);
    expect(told).toEqual({ permissionSets: 2, assignments: 2, unknown: { total: 0, names: [] } });
    expect(await assigned()).toEqual([`Ada Smith: Owner in ${data}`, `Readers: Reader in ${shop}`]);
  });

  it('that are given at a management group hold in every subscription below it, and at the root in all', async () => {
    await placeDirectory(database.db, [{ name: 'Readers' }, { name: 'Owners' }]);
    const { source } = await microsoft({
      assignments: [
        role('/providers/Microsoft.Management/managementGroups/LandingZones', READER, 'Readers'),
        role('/', OWNER, 'Owners'),
      ],
    });
    await read(source);
    expect(await assigned()).toEqual([
      `Owners: Owner in ${shop}`,
      `Owners: Owner in ${data}`,
      `Readers: Reader in ${shop}`,
    ]);
  });

  it('of more than one page are read to their end, and what is throttled is asked again', async () => {
    const names = Array.from({ length: 1200 }, (_, at) => `Group ${at}`);
    await placeDirectory(
      database.db,
      names.map((name) => ({ name })),
    );
    const { source, faults } = await microsoft({
      assignments: names.map((name) => role(`/subscriptions/${shop}`, READER, name)),
    });
    faults.plan('Resources', 'throttled', 1);
    expect((await read(source)).assignments).toBe(1200);
  });

  it('that break off, or may not be read, change nothing, and the sentence says which right is missing', async () => {
    await placeDirectory(database.db, [{ name: 'Readers' }]);
    const { source, faults, simulator } = await microsoft({
      assignments: [role(`/subscriptions/${shop}`, READER, 'Readers')],
    });
    await read(source);
    simulator.state.assignments.length = 0;
    faults.plan('Resources', 'denied');
    await expect(read(source)).rejects.toThrow(
      /Azure does not allow the portal to list who has which role: .*Microsoft\.ResourceGraph\/resources\/read/,
    );
    faults.plan('Resources', 'garbage');
    await expect(read(source)).rejects.toThrow('Azure could not be called to list who has which role');
    expect(await assigned()).toEqual([`Readers: Reader in ${shop}`]);
  });
});

describe('roles of Google Cloud', () => {
  async function google(options: GcpOptions) {
    const simulator = await startGcp({ delaySeconds: 0, ...options });
    ends.push(() => simulator.close());
    const { url: api, organization, billingAccount } = simulator;
    const gcp = openGcp({ organization, billingAccount, api, simulated: true });
    return { faults: simulator.faults, source: gcpAccess(gcp) };
  }
  const projects = [{ projectId: 'shop-one' }, { projectId: 'shop-two' }];

  it('are read of groups and people on projects, by their addresses', async () => {
    await placeDirectory(database.db, [
      { name: 'APP_GCP_SHOP', email: 'app_gcp_shop@groups.example.com', members: ['Ada Smith'] },
    ]);
    const { source } = await google({
      initial: {
        projects,
        policies: [
          {
            resource: 'projects/shop-one',
            bindings: [
              {
                role: 'roles/viewer',
                members: [
                  'group:APP_GCP_SHOP@groups.example.com',
                  'serviceAccount:robot@shop-one.iam.gserviceaccount.com',
                  'deleted:group:old@groups.example.com?uid=1',
                ],
              },
              {
                role: 'roles/editor',
                members: [`user:${addressOf('Ada Smith')}`, 'user:nobody@example.com'],
              },
              { role: 'roles/run.invoker', members: ['allUsers'] },
            ],
          },
          {
            resource: 'projects/shop-two',
            bindings: [{ role: 'roles/viewer', members: ['group:app_gcp_shop@groups.example.com'] }],
          },
        ],
      },
    });
    const told = await read(source);
    expect(told).toEqual({
      permissionSets: 2,
      assignments: 3,
      unknown: { total: 1, names: ['nobody@example.com'] },
    });
    expect(await assigned()).toEqual([
      'APP_GCP_SHOP: roles/viewer in shop-one',
      'APP_GCP_SHOP: roles/viewer in shop-two',
      'Ada Smith: roles/editor in shop-one',
    ]);
  });

  it('that are given on a folder hold in every project below it, and on the organization in all', async () => {
    await placeDirectory(database.db, [
      { name: 'Builders', email: 'builders@groups.example.com' },
      { name: 'Auditors', email: 'auditors@groups.example.com' },
    ]);
    const [top, inner, elsewhere] = ['folders/1', 'folders/11', 'folders/2'] as const;
    const binding = (role: string, group: string) => [
      { role, members: [`group:${group}@groups.example.com`] },
    ];
    const { source } = await google({
      folders: [
        { name: top, parent: 'organizations/123456789012', displayName: 'Production' },
        { name: inner, parent: top, displayName: 'Shop' },
        { name: elsewhere, parent: 'organizations/123456789012', displayName: 'Sandbox' },
      ],
      initial: {
        projects: [
          { projectId: 'deep-one', parent: inner, projectNumber: '501' },
          { projectId: 'sandbox-one', parent: elsewhere },
        ],
        policies: [
          { resource: top, bindings: binding('roles/editor', 'builders') },
          { resource: 'organizations/123456789012', bindings: binding('roles/viewer', 'auditors') },
        ],
      },
    });
    expect(await read(source)).toMatchObject({ permissionSets: 2, assignments: 3 });
    expect(await assigned()).toEqual([
      'Auditors: roles/viewer in deep-one',
      'Auditors: roles/viewer in sandbox-one',
      'Builders: roles/editor in deep-one',
    ]);
  });

  it('of many projects come in pages, and what is throttled is asked again', async () => {
    const many = Array.from({ length: 130 }, (_, at) => `project-${at}`);
    await placeDirectory(database.db, [{ name: 'G', email: 'g@groups.example.com' }]);
    const { source, faults } = await google({
      pageSize: 50,
      initial: {
        projects: many.map((projectId) => ({ projectId })),
        policies: many.map((projectId) => ({
          resource: `projects/${projectId}`,
          bindings: [{ role: 'roles/viewer', members: ['group:g@groups.example.com'] }],
        })),
      },
    });
    faults.plan('SearchAllIamPolicies', 'throttled', 1);
    expect((await read(source)).assignments).toBe(130);
  });

  it('that may not be read say which permission is missing', async () => {
    const { source, faults } = await google({ initial: { projects } });
    // Google's library signs in anew and asks once more.
    faults.plan('SearchAllIamPolicies', 'denied', 2);
    await expect(read(source)).rejects.toThrow(
      /Google did not return who may do what: .*cloudasset\.assets\.searchAllIamPolicies.* Give the service account/,
    );
  });
});
