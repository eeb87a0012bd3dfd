import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { parseRow } from './engine/records.ts';
import type { EngineServices } from './engine/services.ts';
import type { CloudAtHand } from './modules/factory/ledger/cloud.ts';
import type { Deployments } from './modules/factory/ledger/deployments.ts';
import { providerTypes } from './modules/factory/provider-types.ts';
import type { HandOn } from './modules/products/hand-on.ts';

const KIND = 'service_catalog_product';

/** Brings products to the accounts that have them, as deployments; null where no cloud has products. */
export function productDeployments(
  deployments: Deployments,
  services: EngineServices,
  clouds: readonly CloudAtHand[],
): HandOn | null {
  const cloud = clouds.find(
    (one) => one.recipe !== null && one.procedures?.some(({ kind }) => kind === KIND),
  );
  if (!cloud || cloud.recipe === null) return null;
  const { reached } = cloud;
  return {
    async begin(tx, product, who) {
      const name = String(product['name']);
      const id = await deployments.begin(
        tx,
        {
          kind: KIND,
          provider_type: providerTypes[cloud.cloud],
          name,
          cost_center: null,
          owner: null,
          simulated: reached.simulated,
          request: { product_id: product['id'], identifier: product['identifier'] },
          waitsForApproval: false,
          title: `Update ${name} wherever it is deployed`,
        },
        who,
      );
      const job = await deployments.jobOf(tx, id);
      if (!job) throw new Error(`Nothing works on the deployment ${id}.`);
      const written = services.writer(services.registry.get(cloudDeployments.name));
      return { job, deployment: parseRow(await written.read(id, tx)) };
    },
    wake: () => deployments.wake(),
  };
}
