import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startGcp } from '#simulators/gcp/gcp.ts';
import { estate } from '#tests/support/billing/billing-desk.ts';
import { followJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

const simulator = await startGcp({
  delaySeconds: 1,
  // Google lets who made a project do anything with it only some moments later.
  rightsSeconds: 1,
  initial: { projects: [{ projectId: 'found-by-sync' }] },
});
afterAll(() => simulator.close());

interface Deployment {
  id: number;
  state: string;
  identifier: string | null;
  error: string | null;
}

const asked = {
  project_name: 'Harbour Lights',
  folder_id: '100000000001',
  cost_center_tag: 'GF-100',
  owner_tag: 'jane.doe@example.com',
  project_name_tag: 'Harbour',
};

describe('a portal that talks to Google Cloud', () => {
  const portal = withPortal({ GCP_API: simulator.url });

  beforeAll(async () => {
    const { company, contact, costCenter, network, project, insert } = estate(portal);
    const cost_center_id = await costCenter('GF-1', {
      companies_id: await company('1000'),
      cloud_contact_id: await contact('jane.doe@example.com'),
      business_units_id: await insert('business_units', { name: 'Harbours' }),
      departments_id: await insert('departments', { name: 'Lights' }),
    });
    await project('GF-100', { cost_center_network_id: await network('GF-10', { cost_center_id }) });
  });

  test('makes a project that the inventory has afterwards', async () => {
    // Nor does Cloud Billing know of the project at once.
    simulator.faults.plan('UpdateProjectBillingInfo', 'denied', 2);
    const { status, body } = await portal.api.post<{ cloud_deployment: Deployment }>('/gcp-project/create', {
      gcp_project: asked,
    });
    expect([status, body.errors]).toEqual([202, undefined]);
    const { id } = body.data.cloud_deployment;
    const read = async () => (await portal.api.get<Deployment>(`/cloud_deployments/${id}`)).body.data;
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).toMatch(/done|failed/);
    expect(await read()).toMatchObject({ state: 'done', error: null, identifier: 'harbour-lights' });
    expect(simulator.projects.get('harbour-lights')).toMatchObject({
      displayName: 'Harbour-Lights',
      billingAccountName: simulator.billingAccount,
    });
    expect(simulator.faults.calls('CreateProject')).toBe(1);
    expect(simulator.faults.calls('UpdateProjectBillingInfo')).toBeGreaterThan(2);
    const { rows } = await portal.db.query(
      `SELECT provider_type, name, cloud_contact_email, cost_center, managed, business_unit_name, department FROM cloud_parents
       WHERE identifier = 'harbour-lights'`,
    );
    expect(rows).toEqual([
      {
        provider_type: 'GcpCloudParent',
        name: 'Harbour-Lights',
        cloud_contact_email: 'jane.doe@example.com',
        cost_center: 'GF-100',
        // Those of the cost center behind the project that is charged.
        business_unit_name: 'Harbours',
        department: 'Lights',
        managed: true,
      },
    ]);
  });

  test('offers the folders of the whole tree in groups', async () => {
    const { status, body } = await portal.api.get('/gcp-folders');
    expect(status).toBe(200);
    expect(body.data).toEqual([
      {
        label: 'Non-Production',
        options: [
          { value: '200000000000', label: 'Non-Production' },
          { value: '200000000001', label: 'Non-Production / Development' },
          { value: '200000000002', label: 'Non-Production / Test' },
        ],
      },
      {
        label: 'Production',
        options: [
          { value: '100000000000', label: 'Production' },
          { value: '100000000002', label: 'Production / Data Platform' },
          { value: '100000000003', label: 'Production / Shared Services' },
          { value: '100000000001', label: 'Production / Shop' },
        ],
      },
      {
        label: 'Sandbox',
        options: [
          { value: '300000000000', label: 'Sandbox' },
          { value: '300000000001', label: 'Sandbox / Training' },
        ],
      },
    ]);
  });

  test.each([
    ['an empty body', undefined],
    ['nothing', {}],
    ['nothing, wrapped', { cloud_parent: {} }],
  ])('reads the clouds into the inventory, asked with %s', async (_what, sent) => {
    const { status, body } = await portal.api.post<{ job: { id: string } }>('/cloud_parents/sync', sent);
    expect(status).toBe(202);
    expect(await followJob(portal.api, body.data.job.id)).toMatchObject({ state: 'done', error: null });
    const { rows } = await portal.db.query(
      `SELECT managed, terminated FROM cloud_parents WHERE identifier = 'found-by-sync'`,
    );
    expect(rows).toEqual([{ managed: false, terminated: false }]);
  });

  test('names a folder that does not exist', async () => {
    const wrong = { ...asked, project_name: 'Harbour-Two', folder_id: '7' };
    const { status, body } = await portal.api.post('/gcp-project/create', wrong);
    expect([status, body.errors.map(({ field }) => field)]).toEqual([422, ['folder_id']]);
  });
});

describe('a portal whose Google Cloud is away', () => {
  const portal = withPortal({ GCP_API: 'http://127.0.0.1:9' });

  test('says so in place of an empty list of folders', async () => {
    const { status, body } = await portal.api.get('/gcp-folders');
    expect(status).toBe(503);
    expect(body.error).toMatch(/^Google did not return its folders: /);
  });
});
