import type { AttestedThing } from '#calls/attestation-answers.ts';
import { asReference, kindOf } from '#kernel/fields/kinds.ts';
import type { Resource } from '#kernel/resource.ts';
import { attestedFacts } from '#resources/attestation.ts';
import { readRowsById } from '#server/engine/records.ts';
import { quoted } from '#server/engine/sql.ts';
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

const DELETED = [{ label: 'State', value: 'It was deleted meanwhile' }];
const OF_OTHERS = [{ label: 'State', value: 'It is in the name of somebody else by now' }];

/** Which of these records are somebody's now. */
async function theirsAmong(
  services: AttestationParts['services'],
  runner: Runner,
  resource: Resource,
  ids: readonly number[],
  email: string,
): Promise<ReadonlySet<number>> {
  const { rows } = await runner.query<{ id: number }>({
    text: `SELECT t.id FROM ${quoted(resource.name)} t WHERE t.id = ANY ($1::integer[]) AND ${services.owned(resource)('t', '$2')}`,
    values: [ids, email],
  });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Things with the facts that identify them, as their records are now. Nothing is shown of a record that has another owner since the
 * campaign began.
 * @param email the address of the owner who answers
 */
export async function presentThings(
  { services, costsOf }: Pick<AttestationParts, 'services' | 'costsOf'>,
  runner: Runner,
  email: string,
  items: readonly AttestedItem[],
): Promise<AttestedThing[]> {
  const { registry } = services;
  const described = new Map<AttestedItem, Pick<AttestedThing, 'kind' | 'facts' | 'cost'>>();
  for (const model of new Set(items.map((item) => item.model))) {
    const resource = registry.get(model);
    const own = items.filter((item) => item.model === model);
    const ids = own.map((item) => item.record_id);
    const rows = await readRowsById(runner, registry, resource, ids);
    const theirs = await theirsAmong(services, runner, resource, ids, email);
    const costs = await costsOf(runner, model, [...theirs]);
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
        facts: row === undefined ? DELETED : theirs.has(row.id) ? details : OF_OTHERS,
        cost: costs.get(item.record_id) ?? null,
      });
    }
  }
  return items.flatMap((item) => {
    const about = described.get(item);
    return about ? [{ ...item, ...about, changeable: item.settled === null }] : [];
  });
}
