import { expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { Factory } from '#tests/support/factories.ts';
import { followJob, type FollowedJob } from '#tests/support/follow-job.ts';
import { withPortal } from '#tests/support/portal.ts';

// In production no simulator stands for AWS.
const portal = withPortal({ NODE_ENV: 'production' });

it('an update of a product tells what a cloud would be given, where none is connected', async () => {
  const { id } = await new Factory(portal.api, registry, portal.db).create(serviceCatalogProducts);
  const text = { identifier: 'prod-vault', name: 'Vault 2', description: '<p>Keeps secrets</p>' };
  const { status, body } = await portal.api.post(`/service_catalog_products/update-product/${id}`, text);
  const { job } = body.meta as unknown as { job: FollowedJob };
  expect([status, job]).toMatchObject([202, { kind: 'service_catalog_update' }]);
  expect(await followJob(portal.api, job.id)).toMatchObject({
    state: 'done',
    result: { product: { id, ...text, version: 2 }, clouds: [], note: expect.any(String) },
  });
});
