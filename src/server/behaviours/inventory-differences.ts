import {
  repairDifference,
  takeDifferencesOver,
  takeRepairBack,
  type TakenDifference,
} from '#calls/inventory-differences.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { parseId } from '#kernel/ids.ts';
import type { Values } from '#kernel/input.ts';
import { withEnvironment } from '#resources/account-places.ts';
import { cloudParents } from '#resources/cloud-parents.ts';
import { inventoryDifferences } from '#resources/inventory-differences.ts';
import { isRepaired, REPAIRED, repairsOf } from '#resources/inventory-repairs.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';
import { openDoor } from '#server/engine/door.ts';
import { formerValues } from '#server/engine/former-values.ts';
import { noRecord } from '#server/engine/records.ts';
import type { Runner } from '#server/platform/database/database.ts';
import { Previewed, serveChange, servePrepared, WrittenData } from '#server/platform/http/serve.ts';

/** A difference by its id, which names what is held against each other. */
interface Named {
  id: string;
  parent: number;
  field: string;
}

/** The difference by its id. @throws {Refusal} 404 for what is none */
function readDifference(id: string): Named {
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
  if (repair) return withWhatFollows(tx, parent, repair.values);
  const message = `${take} says nothing that could be taken over.`;
  throw invalid([{ field: 'take', message }]);
}

/** An account that belongs elsewhere may have another environment with it. */
async function withWhatFollows(tx: Runner, parent: number, values: Values): Promise<Values> {
  const { place } = values;
  if (typeof place !== 'string') return values;
  const { rows } = await tx.query<Parameters<typeof withEnvironment>[0]>({
    text: 'SELECT provider_type, place, environment FROM cloud_parents WHERE id = $1',
    values: [parent],
  });
  return rows[0] ? withEnvironment(rows[0], place) : values;
}

/** What becomes of the records where several differences are taken over from the clouds: the values of each, by its id. */
async function taken(tx: Runner, ids: readonly string[]): Promise<ReadonlyMap<number, Values>> {
  const values = new Map<number, Values>();
  // In the order of their accounts, so that two who take over the same wait for each other and not in a circle.
  const named = [...new Set(ids)].map(readDifference).toSorted((one, other) => one.parent - other.parent);
  for (const difference of named) {
    const repair = await repaired(tx, difference, 'provider');
    values.set(difference.parent, { ...values.get(difference.parent), ...repair });
  }
  return values;
}

/** The same as it is shown: field by field, from what to what. */
async function shownOf(tx: Runner, values: ReadonlyMap<number, Values>): Promise<TakenDifference[]> {
  const { rows } = await tx.query<{ id: number; record: Values }>({
    text: 'SELECT id, to_jsonb(p) AS record FROM cloud_parents p WHERE id = ANY ($1) ORDER BY lower(identifier)',
    values: [[...values.keys()]],
  });
  const fields: Readonly<Record<string, Pick<Field, 'label'>>> = cloudParents.fields;
  return rows.flatMap(({ id, record }) =>
    Object.entries(values.get(id) ?? {}).map(([field, after]) => ({
      cloud_parent_id: id,
      account: String(record['identifier']),
      label: fields[field]?.label ?? field,
      before: worded(record[field]),
      after: worded(after),
    })),
  );
}

function worded(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' && value !== '' ? value : null;
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
    servePrepared(
      door,
      takeDifferencesOver,
      async ({ body: { ids, reason, dry_run: isPreview }, request }) => {
        const who = services.guard(request, 'update', inventoryDifferences);
        if (isPreview)
          return new Previewed({
            data: await services.db.transaction(async (tx) => shownOf(tx, await taken(tx, ids))),
          });
        if (typeof reason !== 'string' || reason.trim() === '')
          throw invalid([{ field: 'reason', message: 'Say why.' }]);
        return async (tx) => {
          const values = await taken(tx, ids);
          const shown = await shownOf(tx, values);
          for (const [parent, changed] of values)
            await services.update(cloudParents.name, parent, changed, { ...who, reason: reason.trim() }, tx);
          return shown;
        };
      },
    );
    serveChange(door, takeRepairBack, async (tx, { params: { id }, body, request }) => {
      const { lock_version: version } = body;
      const { parent, field } = readDifference(id);
      const who = services.guard(request, 'update', inventoryDifferences);
      const fields = field === 'place' ? [field, 'environment'] : [field];
      const values = await formerValues(tx, cloudParents, parent, version, fields);
      const writer = services.writer(services.registry.get(cloudParents.name));
      return new WrittenData(await writer.update(parent, values, version, who, tx));
    });
  },
};
