import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costCenters } from '#resources/cost-centers.ts';
import { businessUnits } from '#resources/business-units.ts';
import { cloudContacts } from '#resources/cloud-contacts.ts';
import { departments } from '#resources/departments.ts';
import { registry } from '#resources/registry.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';
import type { Row } from '#tests/support/api.ts';

const aws = await startAws({ delaySeconds: 0 });
afterAll(() => aws.close());
const portal = withPortal({ AWS_API: aws.url });

const account = {
  accountName: 'payments',
  ou: 'development',
  costCenterTag: '10-200',
  departmentTag: 'Treasury',
  ownerTag: 'jane.doe@example.com',
  projectNameTag: 'Payments',
  businessUnitTag: 'Retail',
  billingContact: 'jane.doe@example.com',
  operationsContact: 'ops@example.com',
  securityContact: 'sec@example.com',
  regions: ['eu-central-1', 'ap-east-1'],
};

beforeAll(async () => {
  const factory = new Factory(portal.api, registry, portal.db);
  await factory.create(costCenters, {
    identifier: '10-200',
    active_at: '2020-01-01',
    expired_at: null,
  });
  await factory.create(departments, { name: 'Treasury' });
  await factory.create(businessUnits, { name: 'Retail' });
  await factory.create(cloudContacts, { email: 'jane.doe@example.com' });
  const { rows } = await portal.db.query<{ name: string }>(
    `UPDATE cloud_contacts SET name = 'Jane Q. Doe' WHERE email = 'jane.doe@example.com' RETURNING name`,
  );
  expect(rows).toHaveLength(1);
});

interface Deployment extends Row {
  state: string;
  error: string | null;
  identifier: string | null;
  steps: { name: string; state: string }[];
}

/** Asks for an account, and answers the deployment once it has ended. */
async function ask(accountEmail: string): Promise<Deployment> {
  const { status, body, text } = await portal.api.post<{ cloud_deployment: Deployment }>('/account/create', {
    account: { ...account, accountEmail },
  });
  if (status !== 202) throw new Error(text);
  return ended(body.data.cloud_deployment.id);
}

async function ended(id: number): Promise<Deployment> {
  let found: Deployment | undefined;
  await expect
    .poll(
      async () => {
        found = (await portal.api.get<Deployment>(`/cloud_deployments/${id}`)).body.data;
        return found.state;
      },
      { timeout: 60_000 },
    )
    .toMatch(/^(done|failed)$/);
  if (!found) throw new Error('There is no such deployment.');
  return found;
}

describe('a request for an account of AWS', () => {
  it('becomes an account with its place, its tags and its contacts, and a record of the inventory', async () => {
    const deployment = await ask('aws-payments@example.com');
    expect(deployment).toMatchObject({ state: 'done', error: null });
    const made = aws.state.accounts[deployment.identifier ?? ''];
    expect(made).toMatchObject({
      name: 'payments',
      email: 'aws-payments@example.com',
      parent: aws.state.units.find(({ name }) => name === 'development')?.id,
      tags: { CostCenter: '10-200', Department: 'Treasury', Owner: 'jane.doe@example.com' },
      contacts: { BILLING: { Name: 'Jane Q. Doe' }, OPERATIONS: { Name: 'Ops' } },
    });
    expect(Object.keys(made?.regions ?? {})).toEqual(['ap-east-1']);
    const { rows } = await portal.db.query(
      'SELECT name, email, environment, billing_contact FROM cloud_parents WHERE identifier = $1',
      [deployment.identifier],
    );
    expect(rows).toEqual([
      {
        name: 'payments',
        email: 'aws-payments@example.com',
        environment: 'development',
        billing_contact: 'jane.doe@example.com',
      },
    ]);
    const taken = await portal.api.post('/account/create', {
      ...account,
      accountEmail: 'AWS-Payments@example.com',
    });
    expect([taken.status, taken.body.errors]).toEqual([
      422,
      [{ field: 'accountEmail', message: `The account ${made?.id} 'payments' has this address already.` }],
    ]);
  });

  it('is made once, where AWS lost its answer and then was asked too often', async () => {
    aws.faults.plan('CreateAccount', 'lost');
    aws.faults.plan('TagResource', 'throttled');
    const deployment = await ask('aws-lost@example.com');
    expect(deployment.state).toBe('done');
    const made = Object.values(aws.state.accounts).filter(({ email }) => email === 'aws-lost@example.com');
    expect(made.map(({ id }) => id)).toEqual([deployment.identifier]);
    expect(
      Object.values(aws.state.accountRequests).filter(({ email }) => email === 'aws-lost@example.com'),
    ).toHaveLength(1);
  });

  it('goes on by Retry with a new request, where AWS made nothing of the first', async () => {
    aws.faults.plan('CreateAccount', 'stuck');
    const begun = await portal.api.post<{ cloud_deployment: Deployment }>('/account/create', {
      ...account,
      accountEmail: 'aws-failed@example.com',
    });
    const { id } = begun.body.data.cloud_deployment;
    const requests = () =>
      Object.values(aws.state.accountRequests).filter(({ email }) => email === 'aws-failed@example.com');
    await expect.poll(() => requests().length, { timeout: 60_000 }).toBe(1);
    for (const request of requests())
      Object.assign(request, { completedAt: Date.now(), readyAt: Date.now(), failure: 'INTERNAL_FAILURE' });
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      error: 'AWS made no account. It says INTERNAL_FAILURE. Nothing was made; retry.',
    });
    expect((await portal.api.post(`/cloud_deployments/${id}/retry`)).status).toBe(202);
    expect(await ended(id)).toMatchObject({ state: 'done' });
    expect(requests().map(({ failure }) => failure)).toEqual(['INTERNAL_FAILURE', undefined]);
  });
});
