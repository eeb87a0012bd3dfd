import { messages as submitted } from '#resources/messages.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import type { Job } from '#kernel/work.ts';
import { api } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, RowAbout } from '#web/generic/additions/additions.ts';

interface UpdateAnswer {
  data: RecordRow;
  /** With the deployment that brings it to the accounts, where the cloud that has them is connected. */
  meta: { job: Job; cloud_deployment?: { id: number } };
}

const { fields, messages } = serviceCatalogProducts;
const { name, identifier, description } = fields;

/** What a person is told before the text of a product goes to every account. */
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
      const body = { ...values, lock_version: row.lock_version };
      const { meta } = await once(body, (intent) =>
        api.post<UpdateAnswer>(`/${serviceCatalogProducts.name}/update-product/${row.id}`, body, { intent }),
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
