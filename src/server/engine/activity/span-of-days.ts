import { systemFields } from '#kernel/system-fields.ts';
import type { Property } from '#kernel/properties.ts';
import { readFilter } from '../lists/filters.ts';

const field = systemFields['created_at'];

/**
 * The moments between which days lie that are written as in the filters of lists, such as `2026-03..2026-05-07`.
 * @param zone whose calendar says when a day begins
 * @throws {Refusal} 400 that names the parameter for what is none
 */
export function spanOfDays(
  name: string,
  text: string,
  zone: string,
): { from: string | null; until: string | null } {
  if (!field) throw new Error('Records have no moment.');
  const property: Property = { name: 'at', field, label: 'At', path: [], column: 'at', nullable: false };
  const read = readFilter(name, { property, operation: 'day' }, text, zone);
  const [first, second] = (read?.values ?? []) as readonly string[];
  switch (read?.comparison) {
    case undefined:
      return { from: null, until: null };
    case 'from':
      return { from: first ?? null, until: null };
    case 'below':
      return { from: null, until: first ?? null };
    default:
      return { from: first ?? null, until: second ?? null };
  }
}
