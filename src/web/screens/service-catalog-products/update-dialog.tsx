import { updateProduct } from '#calls/products.ts';
import { messages as submitted } from '#resources/messages.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { changeWhole } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';

const { fields, messages } = serviceCatalogProducts;
const { name, identifier, description } = fields;

/** The warning before the text of a product goes to every account. */
export const UPDATE_NOTICE =
  'Updating a service catalog product text updates all versions to the latest in every account where it is deployed.';

/** The text of a product: stored, and handed on by a job to every account that has the product. */
export const updateAction: Action<RowAbout> = {
  label: 'Update',
  dialog: {
    title: 'Update Service Catalog Product',
    text: () => UPDATE_NOTICE,
    fields: { name, identifier, description },
    start: ({ row }) => ({
      name: row.name,
      identifier: row.identifier,
      description: row.description,
    }),
    failed: messages.updateFailed,
    run: async ({ row, values }, { once }) => {
      const { name: called, identifier: id, description: words } = values;
      const text = { name: called, identifier: id, description: words, lock_version: row.lock_version };
      const { meta } = await once(text, (intent) =>
        changeWhole(updateProduct, { id: row.id, ...text }, intent),
      );
      followJob(meta.job.id);
      const { requestSubmitted: title } = submitted;
      const deployment = meta.cloud_deployment;
      if (!deployment) return { notice: title };
      const to = `/auth/view/cloud_deployments/${deployment.id}`;
      return { notice: { title, link: { label: 'See how far it is', to } } };
    },
  },
};
