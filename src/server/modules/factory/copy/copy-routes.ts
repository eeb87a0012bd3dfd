import { copyAccount, copyDeployment, copyTemplate } from '#calls/factory.ts';
import { conflict } from '#kernel/errors.ts';
import type { Resource } from '#kernel/resource.ts';
import { cloudDeployments } from '#resources/cloud-deployments.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { requestTemplates } from '#resources/request-templates.ts';
import { refuseOtherMethods } from '#server/engine/other-methods.ts';
import { noRecord } from '#server/engine/records.ts';
import type { Door } from '#server/platform/http/door.ts';
import { serve } from '#server/platform/http/serve.ts';
import type { FactoryParts } from '../parts.ts';
import { copyOf } from './copied.ts';
import { likeAccount, likeDeployment } from './source.ts';
import { likeTemplate } from './template.ts';

/** The calls that answer the first values of a request copied from an account or a deployment, or begins from a template. */
export function copyRoutes(door: Door, { db, clouds }: Pick<FactoryParts, 'db' | 'clouds'>): void {
  const copy = async (resource: Resource, id: number, like: typeof likeAccount | typeof likeTemplate) => {
    const source = await like(db, id);
    if (source === null) throw noRecord(resource, id);
    if (source.request === null)
      throw conflict(`'${source.name}' is none of what can be requested here, so no request is like it.`);
    const { cloud } = source.request;
    const recipe = clouds.find((one) => one.cloud === cloud)?.recipe;
    return copyOf(db, source, recipe ? (values) => recipe.check(values) : async () => []);
  };
  serve(door, copyAccount, ({ params: { id } }) => copy(cloudParents, id, likeAccount));
  serve(door, copyDeployment, ({ params: { id } }) => copy(cloudDeployments, id, likeDeployment));
  serve(door, copyTemplate, ({ params: { id } }) => copy(requestTemplates, id, likeTemplate));
  for (const { path } of [copyAccount, copyDeployment, copyTemplate])
    refuseOtherMethods(door.scope, `/api${path}`, ['GET']);
}
