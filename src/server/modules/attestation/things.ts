import type { AttestedThing } from '#calls/attestation-answers.ts';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import { attestedFacts } from '#resources/attestation.ts';
import { readRowsById } from '#server/engine/records.ts';
import type { Runner } from '#server/platform/database/database.ts';
import type { AttestationParts } from './parts.ts';

/** A question of a campaign, about one thing, as it is stored. */
export type AttestedItem = Pick<
  AttestedThing,
  'id' | 'model' | 'record_id' | 'title' | 'answer' | 'to_person' | 'reason' | 'settled'
>;

/** The columns of one, of the row `i`. */
export const ITEM_COLUMNS = 'i.id, i.model, i.record_id, i.title, i.answer, i.to_person, i.reason, i.settled';

/** So many things are listed of one owner; those without an answer come first. */
export const MOST_THINGS = 1000;

/** What the reference is called by which a name of another record is shown: the name itself is called Name, of whatever. */
const labelOf = ({ fields }: Resource, shown: string): string | undefined =>
  Object.values(fields).find((field) => asReference(field)?.as === shown)?.label;

/** Things with what says which ones they are: as their records are now. */
export async function presentThings(
  { services: { registry }, costsOf }: Pick<AttestationParts, 'services' | 'costsOf'>,
  runner: Runner,
  items: readonly AttestedItem[],
): Promise<AttestedThing[]> {
  const described = new Map<AttestedItem, Pick<AttestedThing, 'kind' | 'facts' | 'cost'>>();
  for (const model of new Set(items.map((item) => item.model))) {
    const resource = registry.get(model);
    const own = items.filter((item) => item.model === model);
    const ids = own.map((item) => item.record_id);
    const rows = await readRowsById(runner, registry, resource, ids);
    const costs = await costsOf(runner, model, ids);
    const properties = registry.properties(resource);
    const facts = attestedFacts(model).flatMap((name) => properties.get(name) ?? []);
    for (const item of own) {
      const row = rows.get(item.record_id);
      const details = facts.flatMap(({ name, field }) => {
        const value = row?.[name] ?? null;
        const text = value === null ? '' : kindOf(field).display(value, field);
        return text === '' ? [] : [{ label: labelOf(resource, name) ?? field.label, value: text }];
      });
      described.set(item, {
        kind: resource.label[0],
        facts: row ? details : [{ label: 'State', value: 'It was deleted meanwhile' }],
        cost: costs.get(item.record_id) ?? null,
      });
    }
  }
  return items.flatMap((item) => {
    const about = described.get(item);
    return about ? [{ ...item, ...about, changeable: item.settled === null }] : [];
  });
}
