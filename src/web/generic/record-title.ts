import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { formatValue } from '#web/ui/format-value.ts';

/** The title of a record; the model's name and the number where it has none of its own. */
export function recordTitle(resource: Resource, record: RecordRow): string {
  const field = resource.fields[resource.title];
  return (field && formatValue(field, record[resource.title])) || `${resource.label[0]} ${record.id}`;
}

/** The name that people gave a record, where it has one beside its title; else its title. */
export function recordHeading(resource: Resource, record: RecordRow): string {
  const { called } = resource;
  const field = called === undefined ? undefined : resource.fields[called];
  const name = field && called !== undefined ? formatValue(field, record[called]) : '';
  return name || recordTitle(resource, record);
}

/**
 * The title of a record where several may bear the same title: with the other values that are unique
 * together with it, such as the location and GL type of a company's code.
 */
export function recordName(resource: Resource, record: RecordRow): string {
  const beside = (resource.unique ?? [])
    .filter(({ fields }) => fields.includes(resource.title))
    .flatMap(({ fields }) => fields.filter((name) => name !== resource.title));
  const others = [...new Set(beside)].map((name) => {
    const field = resource.fields[name];
    return field ? formatValue(field, record[name]) : '';
  });
  return [recordTitle(resource, record), ...others.filter(Boolean)].join(' · ');
}
