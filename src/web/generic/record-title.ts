import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { formatValue } from '#web/ui/format-value.ts';

/** What people call a record; the model's name and the number where it has none of its own. */
export function recordTitle(resource: Resource, record: RecordRow): string {
  const field = resource.fields[resource.title];
  return (field && formatValue(field, record[resource.title])) || `${resource.label[0]} ${record.id}`;
}
