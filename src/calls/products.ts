import { z } from 'zod';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { serviceCatalogProducts } from '#resources/service-catalog-products.ts';
import { defineCall } from './call.ts';
import { fieldMembers, versionGiven } from './fields.ts';
import { recordOf } from './records.ts';
import { idOf } from './shapes.ts';
import { job } from './work.ts';

const { name, singular, label, fields } = serviceCatalogProducts;

/** Stores the text of a product, and hands it on to where the product is deployed. */
export const updateProduct = defineCall({
  tag: label[1],
  topic: name,
  right: { model: name, action: 'update' },
  method: 'POST',
  path: `/${name}/update-product/:id`,
  summary: `Update a ${label[0]} wherever it is deployed`,
  description:
    'Stores what is given and answers 202 with the record and a job that hands it on; follow it at /api/jobs/{id}. Where ' +
    'the cloud with the products is connected, its steps are those of a deployment at /api/cloud_deployments/{id}.',
  success: 'It is stored, and handed on',
  status: 202,
  refusals: [404, 409, 422],
  params: z.strictObject({ id: idOf(label[0]) }),
  body: z.strictObject({ ...fieldMembers(fields, 'update'), lock_version: versionGiven }),
  wrapper: [singular, name],
  data: recordOf(serviceCatalogProducts),
  meta: z.object({ job, cloud_deployment: recordOf(cloudDeployments).optional() }),
});
