import { z } from 'zod';
import { Refusal } from '#kernel/errors.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { JobKind } from '#server/platform/jobs/kind.ts';

/** Names the jobs that hand the text of a product on. */
export const PRODUCT_UPDATE = 'service_catalog_update';

const GATHER = 'Gather what is handed on';
const HAND_ON = 'Hand it on to the clouds';
const inputOf = z.object({ product: z.int() });

/**
 * Hands the text of a product on to every cloud that has it. As long as no cloud is connected there is nobody to take
 * it: the job ends with what would have been handed on, and says so.
 */
export function productUpdateJob(services: EngineServices): JobKind {
  return {
    name: PRODUCT_UPDATE,
    attempts: 3,
    steps: [GATHER, HAND_ON],
    async run({ input, step }) {
      await step(GATHER);
      const { product: id } = inputOf.parse(input);
      // As it is by now: later requests are in the same record.
      const product = await services.find(services.db, serviceCatalogProducts.name, id);
      if (!product) throw new Refusal(404, 'The product was deleted before its text was handed on.');
      const { identifier, name, description, lock_version: version } = product;
      await step(HAND_ON);
      return async () => ({
        product: { id, identifier, name, description, version },
        clouds: [],
        note: 'No cloud is connected, so nothing was handed on. This is what a cloud would have been given.',
      });
    },
  };
}
