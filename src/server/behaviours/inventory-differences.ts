import { repairDifference, takeRepairBack } from '#calls/inventory-differences.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { inventoryDifferences } from '#resources/inventory-differences.ts';
import { isRepaired, REPAIRED, repairsOf } from '#resources/inventory-repairs.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { openDoor } from '#server/engine/door.ts';
import { formerValues } from '#server/engine/former-values.ts';
import { noRecord } from '#server/engine/records.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { serveChange, WrittenData } from '#server/platform/http/serve.ts';

/** The difference by its id. @throws {Refusal} 404 for what is none */
function readDifference(id: string): { id: string; parent: number; field: string } {
  const [, kind, written = ''] = /^([a-z_]+)-(\d{1,10})-[0-9a-f]{12}$/.exec(id) ?? [];
  const parent = parseId(written);
  if (!isRepaired(kind) || parent === null) throw noRecord(inventoryDifferences, id.slice(0, 60));
  return { id, parent, field: REPAIRED[kind] };
}

/**
 * The values to be written so that the difference goes. Nobody changes the account until the transaction ends.
 * @throws {Refusal} 404 without the account, 409 where it does not differ so any more, 422
 */
async function repaired(
  tx: Runner,
  { id, parent }: { id: string; parent: number },
  take: string,
): Promise<Values> {
  const locked = await tx.query({
    text: 'SELECT id FROM cloud_parents WHERE id = $1 FOR NO KEY UPDATE',
    values: [parent],
  });
  if (locked.rows.length === 0) throw noRecord(inventoryDifferences, id);
  const { rows } = await tx.query<Values>({
    text: 'SELECT kind, in_inventory, in_survey, at_provider FROM inventory_differences WHERE id = $1',
    values: [id],
  });
  if (!rows[0])
    throw conflict('The account or what it is held against has changed meanwhile. Look at the list again.');
  const repair = repairsOf(rows[0]).find((one) => one.take === take);
  if (repair) return repair.values;
  const message = `${take} says nothing that could be taken over.`;
  throw invalid([{ field: 'take', message }]);
}

/** The cloud parent can be brought to what is taken of a difference, with its history, and be given back what it said before. */
export const inventoryDifferencesBehaviour: Behaviour = {
  resource: inventoryDifferences.name,
  routes(scope, services) {
    const door = openDoor(scope, services);
    serveChange(door, repairDifference, async (tx, { params: { id }, body: { take }, request }) => {
      const difference = readDifference(id);
      const who = services.guard(request, 'update', inventoryDifferences);
      const values = await repaired(tx, difference, take);
      return services.update(cloudParents.name, difference.parent, values, who, tx);
    });
    serveChange(door, takeRepairBack, async (tx, { params: { id }, body, request }) => {
      const { lock_version: version } = body;
      const { parent, field } = readDifference(id);
      const who = services.guard(request, 'update', inventoryDifferences);
      const values = await formerValues(tx, cloudParents, parent, version, [field]);
      const writer = services.writer(services.registry.get(cloudParents.name));
      return new WrittenData(await writer.update(parent, values, version, who, tx));
    });
  },
};
