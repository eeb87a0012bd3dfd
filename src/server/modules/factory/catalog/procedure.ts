import { Refusal } from '#kernel/errors.ts';
import { plainText } from '#kernel/fields/rich-text.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { AwsProvider } from '#server/providers/aws/interface.ts';
import { ProviderFailure } from '#server/providers/common/interface.ts';
import type { Procedure } from '../ledger/procedure.ts';
import type { Step, StepContext } from '../ledger/step.ts';
import { findAccounts, updateAccounts } from './accounts.ts';

const LONGEST = 8191;

/** How the text of a product, and then its latest version, come to every account that has it. */
export function catalogProcedure(services: EngineServices, provider: AwsProvider): Procedure {
  return {
    kind: 'service_catalog_product',
    steps: () => [updateProduct(services, provider), findAccounts(provider), updateAccounts(provider)],
    // It lies in many accounts, and is none.
    identifier: () => null,
    finish: async () => {},
    // Whoever may change a product has it brought to its accounts.
    guard: (request) => services.guard(request, 'update', services.registry.get(serviceCatalogProducts.name)),
    words: {
      done: 'is updated',
      lines: [
        'Every account that has it and lets the portal in has its latest version now. The request names the accounts that were skipped.',
      ],
      failed: 'could not be updated everywhere',
    },
  };
}

/** Gives the product its text as the portal has it by now: later requests are in the same record. */
function updateProduct(services: EngineServices, provider: AwsProvider): Step {
  const read = async ({ request }: StepContext) => {
    const product = await services.find(
      services.db,
      serviceCatalogProducts.name,
      Number(request['product_id']),
    );
    if (!product) throw new Refusal(422, 'The product was deleted before its text was handed on.');
    return product;
  };
  return {
    name: 'update_product',
    label: 'Update the name and the description of the product',
    input: async ({ request }) => ({ product: request['identifier'] }),
    call: async (context) => {
      const { identifier, name, description } = await read(context);
      const id = String(identifier);
      const text = plainText(typeof description === 'string' ? description : '');
      // Service Catalog takes plain text, and none that is longer.
      if (text.length > LONGEST)
        throw new ProviderFailure(
          'refused',
          `AWS takes descriptions of at most ${LONGEST} characters; this one has ${text.length}. Shorten it, and update the product again.`,
        );
      await provider.catalog.updateProduct(id, { name: String(name), description: text });
      return { state: 'done', ids: { product: id } };
    },
  };
}
