import { beforeAll, describe, expect, it } from 'vitest';
import type { Charged } from '#calls/factory.ts';
import { businessUnits } from '#resources/business-units.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { costCenterNetworks } from '#resources/cost-center-networks.ts';
import { costCenters } from '#resources/cost-centers.ts';
import { departments } from '#resources/departments.ts';
import { projectIds } from '#resources/project-ids.ts';
import { registry } from '#resources/registry.ts';
import { testClouds } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';
import { Factory } from '#tests/support/factories.ts';

const [aws] = testClouds;
if (!aws) throw new Error('There is no cloud.');

describe('who is charged', () => {
  const portal = withFactory(aws);
  let factory: Factory;
  const follows = {
    cost_center: 'CHARGED 1',
    owner: 'charged.owner@example.com',
    department: 'Charged Department',
    business_unit: 'Charged Unit',
  };

  beforeAll(async () => {
    factory = new Factory(portal.api, registry, portal.db);
    const contact = await factory.create(cloudContacts, { email: follows.owner, terminated: false });
    const department = await factory.create(departments, { name: follows.department, abbreviation: 'CHD' });
    const unit = await factory.create(businessUnits, { name: follows.business_unit, abbreviation: 'CHU' });
    const values = {
      cloud_contact_id: contact.id,
      departments_id: department.id,
      business_units_id: unit.id,
      active_at: '2020-01-01',
      expired_at: null,
    };
    const center = await factory.create(costCenters, { ...values, identifier: follows.cost_center });
    await factory.create(costCenters, { ...values, identifier: 'CHARGED-OLD', expired_at: '2021-01-01' });
    const gone = await factory.create(cloudContacts, { email: 'left@example.com', terminated: true });
    await factory.create(costCenters, {
      ...values,
      identifier: 'CHARGED-LEFT',
      cloud_contact_id: gone.id,
      departments_id: null,
    });
    const network = await factory.create(costCenterNetworks, {
      identifier: 'CHARGED/01',
      cost_center_id: center.id,
    });
    await factory.create(projectIds, { identifier: 'CHARGED-P1', cost_center_network_id: network.id });
  });

  const charged = async (identifier: string) => {
    const { status, body } = await portal.api.get<Charged | null>(
      `/charged?identifier=${encodeURIComponent(identifier)}`,
    );
    expect([status, body.error]).toEqual([200, undefined]);
    return body.data;
  };

  it('is told with owner, department and business unit, by the name of a cost center, a network or a project', async () => {
    expect(await charged('charged 1')).toMatchObject({ ...follows, model: 'cost_centers' });
    expect(await charged('CHARGED-1')).toMatchObject({ identifier: 'CHARGED 1' });
    expect(await charged('CHARGED/01')).toMatchObject({ ...follows, model: 'cost_center_networks' });
    expect(await charged('CHARGED-P1')).toMatchObject({ ...follows, model: 'project_ids' });
  });

  it('is nobody where the name is none, or that of a cost center that has expired', async () => {
    expect(await charged('NOBODY')).toBeNull();
    expect(await charged('CHARGED-OLD')).toBeNull();
  });

  it('has no owner who has left, and no department that is not stated', async () => {
    expect(await charged('CHARGED-LEFT')).toMatchObject({ owner: null, department: null });
  });

  it('is looked for by a name', async () => {
    expect((await portal.api.get('/charged')).status).toBe(400);
  });

  it('takes units by their abbreviations in a request', async () => {
    const { status, body } = await portal.api.post<{ cloud_deployment: { request: object } }>(
      '/account/create',
      {
        accountEmail: 'charged.account@example.com',
        accountName: 'charged-account',
        ou: 'sandbox',
        costCenterTag: 'CHARGED 1',
        departmentTag: 'chd',
        ownerTag: follows.owner,
        projectNameTag: 'Charged',
        businessUnitTag: 'CHU',
        billingContact: follows.owner,
        operationsContact: follows.owner,
        securityContact: follows.owner,
      },
    );
    expect([status, body.error]).toEqual([202, undefined]);
    expect(body.data.cloud_deployment.request).toMatchObject({
      departmentTag: follows.department,
      businessUnitTag: follows.business_unit,
    });
  });

  it('may be in any region of AWS, which are told by whether every account has them', async () => {
    const { status, body } =
      await portal.api.get<{ label: string; options: { value: string }[] }[]>('/aws-regions');
    expect(status).toBe(200);
    const regions = Object.fromEntries(
      body.data.map(({ label, options }) => [label, options.map(({ value }) => value)]),
    );
    expect(regions['In every account']).toContain('us-east-1');
    expect(regions['To be enabled']).toContain('eu-south-1');
  });
});
