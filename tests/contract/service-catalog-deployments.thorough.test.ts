import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { startAws } from '#simulators/aws/aws.ts';
import { newPortfolio } from '#simulators/aws/state.ts';
import type { Row } from '#tests/support/api.ts';
import { Factory } from '#tests/support/factories.ts';
import { withPortal } from '#tests/support/portal.ts';

const ACCOUNTS = ['200000000001', '200000000002', '200000000003'];
const aws = await startAws({
  delaySeconds: 0,
  initial: {
    accounts: [...ACCOUNTS, '200000000004'].map((id) => ({ id, name: `team ${id.slice(-1)}` })),
    products: [{ id: 'prod-vault', name: 'Vault', accounts: ACCOUNTS }],
  },
});
afterAll(() => aws.close());
const portal = withPortal({ AWS_API: aws.url });
const atFirst = structuredClone(aws.state);
beforeEach(async () => {
  Object.assign(aws.state, structuredClone(atFirst));
  aws.mendUpdates();
  await portal.db.query('TRUNCATE service_catalog_products');
});

interface Deployment extends Row {
  kind: string;
  state: string;
  error: string | null;
  steps: { name: string; state: string; note: string | null }[];
}

const text = {
  identifier: 'prod-vault',
  name: 'Vault 2',
  description: '<p>Keeps <b>secrets</b></p><p>&amp; keys</p>',
};
const nameOf = (artifact: string) =>
  aws.state.products['prod-vault']?.artifacts.find(({ id }) => id === artifact)?.name;
const versions = () =>
  Object.fromEntries(
    Object.values(aws.state.provisioned).map(({ account, artifact }) => [account, nameOf(artifact)]),
  );
const updates = () => Object.values(aws.state.records).map(({ account }) => account);

/** Asks for the update of a product, and answers its deployment. */
async function update(): Promise<number> {
  const { id } = await new Factory(portal.api, registry, portal.db).create(serviceCatalogProducts);
  const { status, body } = await portal.api.post(`/service_catalog_products/update-product/${id}`, text);
  const { job, cloud_deployment: deployment } = body.meta as unknown as {
    job: { kind: string; title: string };
    cloud_deployment: Deployment;
  };
  expect([status, body.data, job, deployment]).toMatchObject([
    202,
    { id, ...text },
    { kind: 'cloud_deployment', title: 'Update Vault 2 wherever it is deployed' },
    { kind: 'service_catalog_product', name: 'Vault 2', simulated: true, state: 'running' },
  ]);
  return deployment.id;
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

describe('the update of a product', () => {
  it('gives it its text, and brings its latest version to every account that has it', async () => {
    const deployment = await ended(await update());
    expect(deployment).toMatchObject({ state: 'done', identifier: null, error: null });
    expect(deployment.steps.map(({ name, state, note }) => [name, state, note])).toEqual([
      ['update_product', 'done', null],
      ['find_accounts', 'done', 'team 1 (200000000001), team 2 (200000000002), team 3 (200000000003).'],
      ['update_accounts', 'done', '3 of 3 accounts have v2.'],
    ]);
    expect(aws.state.products['prod-vault']).toMatchObject({
      name: 'Vault 2',
      description: 'Keeps secrets & keys',
    });
    expect(versions()).toEqual(Object.fromEntries(ACCOUNTS.map((id) => [id, 'v2'])));
    expect(updates().toSorted()).toEqual(ACCOUNTS);
    const { rows } = await portal.db.query<{ subject: string }>(
      `SELECT subject FROM outbox WHERE subject LIKE 'Service Catalog Product Vault 2%'`,
    );
    expect(rows).toContainEqual({ subject: 'Service Catalog Product Vault 2 is updated' });
  });

  it('goes on in the others where one account fails, names it, and tries that one again by Retry', async () => {
    aws.failUpdates('200000000002', 'The stack is in a state that cannot be updated.');
    const id = await update();
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      error:
        '1 of 3 accounts were not updated. team 2 (200000000002): The stack is in a state that cannot be updated. Retry goes on with them.',
    });
    expect(versions()).toMatchObject({ '200000000001': 'v2', '200000000002': 'v1' });
    aws.mendUpdates();
    expect((await portal.api.post(`/cloud_deployments/${id}/retry`)).status).toBe(202);
    expect(await ended(id)).toMatchObject({ state: 'done' });
    expect(versions()['200000000002']).toBe('v2');
    expect(updates().toSorted()).toEqual([...ACCOUNTS, '200000000002'].toSorted());
  });

  it('begins no update twice whose answer was lost', async () => {
    aws.faults.plan('UpdateProduct', 'lost');
    aws.faults.plan('UpdateProvisionedProduct', 'lost', 2);
    aws.faults.plan('DescribeRecord', 'throttled');
    expect(await ended(await update())).toMatchObject({ state: 'done' });
    expect(updates().toSorted()).toEqual(ACCOUNTS);
  });

  it('takes of several launch paths that by which the product was provisioned', async () => {
    const { portfolios } = aws.state;
    portfolios.push(newPortfolio('Others', { accounts: ['200000000001'] }), newPortfolio('Later'));
    expect(await ended(await update())).toMatchObject({ state: 'done' });
    const paths = new Set(Object.values(aws.state.records).map(({ path }) => path));
    expect([...paths]).toEqual([portfolios[0]?.path]);
    expect(versions()).toEqual(Object.fromEntries(ACCOUNTS.map((id) => [id, 'v2'])));
  });

  it('names the launch paths where it was provisioned by none of several, and the portfolio that is missing', async () => {
    aws.state.portfolios = [
      newPortfolio('One', { accounts: ['200000000002'] }),
      newPortfolio('Two', { accounts: ['200000000002'] }),
    ];
    const { state, error } = await ended(await update());
    expect(state).toBe('failed');
    expect(error).toMatch(/^3 of 3 accounts were not updated\./);
    expect(error).toMatch(
      /team 2 \(200000000002\): .* by several launch paths, and was provisioned by none of them: One \(lpv2-\w+\), Two \(lpv2-\w+\)\./,
    );
    // The others are in no portfolio at all.
    expect(error).toContain(
      'No portfolio in the account 200000000003 lets the portal use the product prod-vault. Add its role there (OrganizationAccountAccessRole',
    );
  });

  describe('where an account does not let the portal in', () => {
    beforeEach(() => {
      const [like] = Object.values(aws.state.accounts);
      if (!like) throw new Error('There is no account.');
      const closed = { ...like, id: '200000000005', name: 'team 5', email: 'five@example.com' };
      aws.state.accounts[closed.id] = closed;
      aws.state.closed = [closed.id];
    });
    const skipped = 'Skipped, since the portal may not take on its role there: team 5 (200000000005).';

    it('skips and names it, and updates the others', async () => {
      const deployment = await ended(await update());
      expect(deployment.state).toBe('done');
      expect(deployment.steps.slice(1).map(({ state, note }) => [state, note])).toEqual([
        ['done', `team 1 (200000000001), team 2 (200000000002), team 3 (200000000003). ${skipped}`],
        ['done', '3 of 3 accounts have v2.'],
      ]);
    });

    it('does not say that no account has it', async () => {
      aws.state.provisioned = {};
      expect((await ended(await update())).steps.slice(1).map(({ state, note }) => [state, note])).toEqual([
        ['done', `None has it. ${skipped}`],
        ['skipped', 'No account that the portal may look into has it.'],
      ]);
    });
  });

  it('says so where AWS has no such product', async () => {
    delete aws.state.products['prod-vault'];
    expect(await ended(await update())).toMatchObject({
      state: 'failed',
      error: 'AWS did not update the product: Product prod-vault not found. (ResourceNotFoundException)',
    });
  });
});
