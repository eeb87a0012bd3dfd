import type { PoolClient } from 'pg';
import type { CloudRequest } from '#kernel/cloud/cloud-request.ts';
import type { Values } from '#kernel/input.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import type { DeploymentKind } from '#resources/cloud-deployments.ts';
import type { EngineServices } from '#server/engine/services.ts';
import type { Procedure } from './ledger/procedure.ts';
import type { Ids, Recipe } from './ledger/step.ts';
import { providerTypes } from './provider-types.ts';

/** How accounts of a cloud are made: by its recipe, and then the inventory has them. */
export function accountProcedure(services: EngineServices, recipe: Recipe): Procedure {
  const { request } = recipe;
  return {
    kind: request.name as DeploymentKind,
    steps: () => recipe.steps,
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

/**
 * Business unit and department of an account are those of its cost center, where no tag says otherwise; of a network or a project
 * that is charged, those of the cost center behind it.
 */
async function placed(tx: PoolClient, costCenter: string | null): Promise<Values> {
  if (costCenter === null) return {};
  const { rows } = await tx.query<{ unit: string | null; department: string | null }>(
    `SELECT u.name AS unit, d.name AS department FROM (
         SELECT id, 1 AS place FROM cost_centers WHERE lower(btrim(identifier)) = lower(btrim($1))
         UNION ALL
         SELECT cost_center_id, 2 FROM cost_center_networks WHERE lower(btrim(identifier)) = lower(btrim($1))
         UNION ALL
         SELECT n.cost_center_id, 3 FROM project_ids p JOIN cost_center_networks n ON n.id = p.cost_center_network_id
         WHERE lower(btrim(p.identifier)) = lower(btrim($1))
       ) charged JOIN cost_centers c ON c.id = charged.id
       LEFT JOIN business_units u ON u.id = c.business_units_id LEFT JOIN departments d ON d.id = c.departments_id
     ORDER BY place LIMIT 1`,
    [costCenter],
  );
  const { unit = null, department = null } = rows[0] ?? {};
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
