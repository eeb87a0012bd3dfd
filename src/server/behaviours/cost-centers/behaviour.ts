import { choice } from '#kernel/fields/choice.ts';
import { NONE_ID } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { costCenters, parentIdentifier } from '#resources/cost-centers.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { openDoor } from '#server/engine/door.ts';
import { expiryRoute } from './expiry-route.ts';
import { replaceRoute } from './replace-route.ts';

const isNone = (id: unknown) => id === undefined || id === null || id === '' || id === NONE_ID;

const parentOf = ({ identifier }: Values) =>
  typeof identifier === 'string' ? parentIdentifier(identifier.trim()) : null;

/** As the database compares identifiers. */
const fold = (identifier: string) => identifier.trim().toLowerCase();

/**
 * A new WBS element without an owner inherits that of the cost center before its slash, which may come in
 * the same import. One that expires is replaced in one step, and a route says what happens then.
 */
export const costCentersBehaviour: Behaviour = {
  resource: costCenters.name,
  list: {
    parameters: [
      {
        name: 'by_validity',
        summary: 'Cost centers that are active today and have not expired: valid.',
        field: choice('Validity', ['valid']),
        where: (row, value) => `(${value}::text = 'valid' AND ${row}.active_at <= today()
          AND (${row}.expired_at IS NULL OR ${row}.expired_at >= today()))`,
      },
    ],
  },
  routes: (scope, services) => {
    const door = openDoor(scope, services);
    replaceRoute(door, services);
    expiryRoute(door, services.db);
  },
  async complete({ runner }, inputs) {
    const children = inputs.flatMap((input) => {
      const parent = isNone(input['cloud_contact_id']) ? parentOf(input) : null;
      return parent === null ? [] : [{ input, parent: fold(parent) }];
    });
    if (children.length === 0) return;
    const { rows } = await runner.query<{ parent: string; owner: number }>({
      text: `SELECT lower(btrim(identifier)) AS parent, cloud_contact_id AS owner FROM cost_centers
        WHERE lower(btrim(identifier)) = ANY($1::text[])`,
      values: [[...new Set(children.map(({ parent }) => parent))]],
    });
    const owners = new Map<string, unknown>(rows.map(({ parent, owner }) => [parent, owner]));
    for (const { identifier, cloud_contact_id: owner } of inputs)
      if (typeof identifier === 'string' && !isNone(owner)) owners.set(fold(identifier), owner);
    for (const { input, parent } of children)
      if (owners.has(parent)) input['cloud_contact_id'] = owners.get(parent);
  },
};
