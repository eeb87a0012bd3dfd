import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { cloudProjects } from '#resources/cloud-projects.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { members } from '#resources/members.ts';
import { registry } from '#resources/registry.ts';
import { virtualMachines } from '#resources/virtual-machines.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';
import { parentColumns } from './specified/fields.ts';

const portal = withPortal();
let factory: Factory;
beforeAll(() => {
  factory = new Factory(portal.api, registry, portal.db);
});

describe('the inventory', () => {
  it.each([cloudParents, virtualMachines, cloudProjects])(
    'of $name is read and not written',
    async (model) => {
      const { id } = await factory.create(model);
      for (const [method, path] of [
        ['POST', `/${model.name}`],
        ['POST', `/${model.name}/import_json`],
        ['PUT', `/${model.name}/${id}`],
        ['PATCH', `/${model.name}/${id}`],
        ['DELETE', `/${model.name}/${id}`],
        ['PUT', `/${model.name}/bulk`],
      ] as const)
        expect([method, path, (await portal.api.send(method, path, '{}')).status]).toEqual([
          method,
          path,
          expect.toSatisfy((status: number) => status === 404 || status === 405),
        ]);
    },
  );

  it('keeps identifiers as texts, and finds a cloud by its name', async () => {
    const { identifier } = await factory.create(cloudParents, {
      identifier: '000123456789',
      provider_type: 'AzureCloudParent',
    });
    const { body } = await portal.api.get<{ identifier: string }[]>(
      '/cloud_parents?by_provider_type=azure&by_identifier=0001234',
    );
    expect(body.data.map((row) => row.identifier)).toEqual([identifier]);
  });
});

describe('the list of cloud parents', () => {
  it('tells what the dashboard shows', async () => {
    await portal.db.query(
      'TRUNCATE cloud_parents, cloud_survey_responses, cloud_projects, virtual_machines, cloud_deployments CASCADE',
    );
    const parent = (provider_type: string, terminated = false) =>
      factory.create(cloudParents, { provider_type, terminated });
    await parent('AwsCloudParent');
    await parent('AwsCloudParent');
    await parent('GcpCloudParent');
    await parent('AzureCloudParent', true);
    for (const cloud_form of ['Landing Zone', 'Landing Zone', 'Sandbox', null])
      await factory.create(cloudProjects, { cloud_form });
    await factory.create(members);
    for (const kind of ['aws_account', 'aws_account', 'gcp_project'])
      await factory.create(cloudDeployments, { kind });
    const before = (await portal.api.get('/cloud_parents')).body.meta as Record<string, unknown>;
    for (const [active_at, expired_at] of [
      ['2024-02-29', null],
      ['2024-02-29', '2999-12-31'],
      ['2024-02-29', '2026-02-28'],
      ['2999-12-31', null],
    ])
      await factory.create(costCenters, { active_at, expired_at });
    const ends = await factory.create(costCenters, { active_at: '2024-02-29', expired_at: null });
    // On its last day one is valid, whichever day that is; asked again where it ends meanwhile.
    const onLastDay = async () => {
      await portal.db.query('UPDATE cost_centers SET expired_at = current_date WHERE id = $1', [ends.id]);
      return (await portal.api.get('/cloud_parents?page=1&per_page=1')).body.meta;
    };
    await expect.poll(onLastDay).toEqual({
      total: 4,
      page: 1,
      per_page: 1,
      valid_cost_center_count: Number(before['valid_cost_center_count']) + 3,
      account_count: 3,
      member_count: 1,
      project_count: 4,
      cloud_deployments_count: { aws_account: 2, gcp_project: 1 },
      cloud_form_count: { 'Landing Zone': 2, None: 1, Sandbox: 1 },
      cloud_provider_count: { AwsCloudParent: 2, GcpCloudParent: 1 },
    });
    // The list to which the card leads has as many, approved or not.
    const { meta } = (await portal.api.get<object[]>('/cost_centers?by_validity=valid&page=1')).body;
    const counted = (await portal.api.get('/cloud_parents?page=1&per_page=1')).body.meta;
    expect(counted).toMatchObject({ valid_cost_center_count: meta.total });
  });

  it('leaves as a file of all, of those in use, and of those that are not', async () => {
    const file = async (query: string) => {
      const { text, headers } = await portal.api.get(`/cloud_parents.csv${query}`);
      expect(headers.get('content-disposition')).toMatch(
        /filename="cloudParents_\d{4}-\d\d-\d\dT[\d:.]+Z\.csv"/,
      );
      return parse<Record<string, string>>(text, { bom: true, columns: true });
    };
    const all = await file('');
    expect(Object.keys(all[0] ?? {})).toEqual(parentColumns);
    const active = await file('?by_terminated=false');
    const terminated = await file('?by_terminated=true');
    expect(new Set(active.map((row) => row['terminated']))).toEqual(new Set(['No']));
    expect(new Set(terminated.map((row) => row['terminated']))).toEqual(new Set(['Yes']));
    expect(active.length + terminated.length).toBe(all.length);
  });
});
