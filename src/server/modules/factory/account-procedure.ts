import type { PoolClient } from 'pg';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { DeploymentKind } from '#resources/cloud-deployments.ts';
import type { BaselineParts } from './baseline/awaited.ts';
import { baselineSteps } from './baseline/steps.ts';
import { budgetSteps } from './budget.ts';
import { findCharged } from './charged.ts';
import type { Procedure } from './ledger/procedure.ts';
import type { Ids, Recipe } from './ledger/step.ts';
import { providerTypes } from './provider-types.ts';

/** How accounts of a cloud are made: by its recipe, and then the inventory has them. */
export function accountProcedure(parts: BaselineParts, recipe: Recipe): Procedure {
  const { services } = parts;
  const { request } = recipe;
  return {
    kind: request.name as DeploymentKind,
    steps: (values) => [
      ...recipe.steps,
      ...budgetSteps(services, recipe, values),
      ...baselineSteps(parts, recipe, values),
    ],
    identifier: (ids) => identifierOf(recipe, ids),
    async finish(tx, made, who) {
      const identifier = recipe.identifier(made.ids);
      const fields: Values = {
        terminated: false,
        managed: true,
        provider_type: providerTypes[request.cloud],
        name: made.name,
        cloud_contact_email: made.owner,
        cost_center: made.costCenter,
        ...(await placed(tx, made.costCenter)),
        ...tagged(request, made.request),
        ...recipe.inventory(made),
        identifier,
      };
      const { rows } = await tx.query<{ id: number }>(
        'SELECT id FROM cloud_parents WHERE lower(btrim(identifier)) = lower(btrim($1)) FOR NO KEY UPDATE',
        [identifier],
      );
      if (rows[0]) await services.update(cloudParents.name, rows[0].id, fields, who, tx);
      else await services.create(cloudParents.name, fields, who, tx);
    },
  };
}

/** Business unit and department of an account are those of its cost center, where no tag says otherwise. */
async function placed(tx: PoolClient, costCenter: string | null): Promise<Values> {
  const found = costCenter === null ? null : await findCharged(tx, costCenter);
  const { business_unit: unit = null, department = null } = found ?? {};
  return {
    ...(unit !== null && { business_unit_name: unit }),
    ...(department !== null && { department }),
  };
}

/** Fields of the account in the inventory that the tags of a request fill. */
function tagged({ tags }: CloudRequest, values: Values): Values {
  const { department, business_unit: unit } = tags;
  return {
    ...(department !== undefined && { department: values[department] }),
    ...(unit !== undefined && { business_unit_name: values[unit] }),
  };
}

/** Null as long as the provider has not returned it. */
function identifierOf(recipe: Recipe, ids: Ids): string | null {
  const identifier: string | undefined = recipe.identifier(ids);
  return identifier === undefined || identifier === '' ? null : identifier;
}
