import { beforeEach, describe, expect, it } from 'vitest';
import type { RequestCopy } from '#calls/factory.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { registry } from '#resources/registry.ts';
import { CENTER, OWNER, testClouds } from '#tests/support/factory/clouds.ts';
import { withFactory } from '#tests/support/factory/portal.ts';
import { Factory } from '#tests/support/factories.ts';

const [aws] = testClouds;
if (!aws) throw new Error('There is no cloud.');

describe('a request that begins as a copy', () => {
  const portal = withFactory(aws);
  let factory: Factory;
  beforeEach(() => {
    factory = new Factory(portal.api, registry, portal.db);
  });

  let made = 0;
  const account = async (values: object) =>
    (
      await factory.create(cloudParents, {
        provider_type: 'AwsCloudParent',
        terminated: false,
        managed: true,
        identifier: `20000000010${(made += 1)}`,
        name: 'shop-test',
        email: 'shop-test@example.com',
        environment: 'test',
        cost_center: CENTER,
        cloud_contact_email: OWNER,
        department: 'Cloud Factory',
        business_unit_name: 'Factory Unit',
        billing_contact: OWNER,
        operations_contact: null,
        security_contact: null,
        ...values,
      })
    ).id;
  const copy = async (model: string, id: number) => {
    const { status, body } = await portal.api.get<RequestCopy>(`/${model}/${id}/request_copy`);
    return { status, copy: body.data, error: body.error };
  };
  const center = async (identifier: string, expired: string | null, replacement: string | null = null) =>
    portal.db.query(
      `INSERT INTO cost_centers (identifier, company_code, companies_id, cloud_contact_id, active_at, expired_at,
         new_cost_center_id, approved)
       SELECT $1, c.company_code, c.companies_id, c.cloud_contact_id, '2020-01-01', $2,
         (SELECT id FROM cost_centers WHERE identifier = $3), true FROM cost_centers c WHERE c.identifier = $4`,
      [identifier, expired, replacement, CENTER],
    );

  it('has what the inventory knows of an account, and neither its name nor its address', async () => {
    const { status, copy: told } = await copy('cloud_parents', await account({}));
    expect(status).toBe(200);
    expect(told).toEqual({
      request: 'aws_account',
      name: 'shop-test',
      values: {
        ou: 'test',
        costCenterTag: CENTER,
        ownerTag: OWNER,
        departmentTag: 'Cloud Factory',
        businessUnitTag: 'Factory Unit',
        billingContact: OWNER,
      },
      notes: [],
    });
  });

  it('has what else was asked for when the account was made here, and who owns it now', async () => {
    const id = await account({ identifier: '200000000077', cost_center: null });
    const asked = {
      ...aws.body('shop-test'),
      regions: ['us-east-1'],
      projectNameTag: 'Shop',
      ownerTag: 'before@x.io',
    };
    const done = { state: 'done', identifier: '200000000077', requested_by: OWNER };
    await factory.create(cloudDeployments, {
      ...done,
      name: 'shop-test',
      kind: 'aws_account',
      request: asked,
    });
    // What was done with it later is no request of an account.
    await factory.create(cloudDeployments, {
      ...done,
      name: 'shop-test',
      kind: 'account_freeze',
      request: { account: id },
    });
    expect((await copy('cloud_parents', id)).copy.values).toMatchObject({
      ou: 'test',
      ownerTag: OWNER,
      projectNameTag: 'Shop',
      regions: ['us-east-1'],
      // The inventory knows none, so it is the one that was asked for.
      costCenterTag: CENTER,
    });
  });

  it('has the cost center that replaces an expired one, over several, and says so', async () => {
    await center('CC-LAST', null);
    await center('CC-MIDDLE', '2024-12-31', 'CC-LAST');
    await center('CC-FIRST', '2023-12-31', 'CC-MIDDLE');
    const { copy: told } = await copy('cloud_parents', await account({ cost_center: 'CC-FIRST' }));
    expect(told.values['costCenterTag']).toBe('CC-LAST');
    expect(told.notes).toEqual([
      {
        field: 'costCenterTag',
        is: 'to be looked at',
        message: "Cost Center 'CC-FIRST' expired on 31-Dec-2023. CC-LAST replaces it and is filled in.",
      },
    ]);
  });

  it('names what no longer holds and leaves it out, and what nobody knows', async () => {
    await center('CC-GONE', '2023-12-31');
    await portal.db.query(`INSERT INTO cloud_contacts (email, terminated) VALUES ('left@example.com', true)`);
    const id = await account({
      cost_center: 'CC-GONE',
      cloud_contact_email: 'left@example.com',
      department: 'Dissolved',
      environment: 'staging',
    });
    const { copy: told } = await copy('cloud_parents', id);
    expect(told.values).toEqual({
      departmentTag: 'Dissolved',
      businessUnitTag: 'Factory Unit',
      billingContact: OWNER,
    });
    expect(told.notes.map(({ is, message }) => [is, message])).toEqual([
      ['left out', "Cost Center 'CC-GONE' is not known, or no longer valid. Choose another one."],
      ['left out', "Owner 'left@example.com' is a terminated contact. Choose another one."],
      ['to be looked at', "Department 'Dissolved' is not known here. It is filled in as it was."],
      ['left out', "'staging' is left out: OU must be one of sandbox, development, test, production."],
    ]);
  });

  it('is like a deployment as well, as that was asked for', async () => {
    const { id } = await portal.desk.ask(aws, 'asked-before');
    const { copy: told } = await copy('cloud_deployments', id);
    expect(told).toMatchObject({ request: 'aws_account', name: 'asked-before', notes: [] });
    expect(told.values).toMatchObject({ ou: 'sandbox', regions: ['us-east-1', 'af-south-1'] });
    expect(Object.keys(told.values)).not.toContain('accountName');
    expect(Object.keys(told.values)).not.toContain('accountEmail');
  });

  it('is refused of a product, of what is not there, and to whoever may not ask for accounts', async () => {
    const product = await factory.create(cloudDeployments, {
      name: 'shop in 2000',
      kind: 'service_catalog_product',
      state: 'done',
      requested_by: OWNER,
    });
    expect(await copy('cloud_deployments', product.id)).toMatchObject({
      status: 409,
      error: "'shop in 2000' is none of what can be requested here, so no request is like it.",
    });
    expect((await copy('cloud_parents', 999_999)).status).toBe(404);
    expect((await copy('cloud_deployments', 999_999)).status).toBe(404);
  });
});
