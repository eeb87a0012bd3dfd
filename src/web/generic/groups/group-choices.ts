import {
  groupingLabel,
  isGroupable,
  hasDays,
  readGroupings,
  writeGrouping,
  type Grouping,
} from '#kernel/list-groups.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';

/** A way to group a list, as menus offer it. */
export interface GroupChoice {
  value: string;
  label: string;
}

/** The ways to group a list by one field: the columns that it has, days by month first. */
export function groupChoices(registry: Registry, resource: Resource): GroupChoice[] {
  const properties = registry.properties(resource);
  const names = [...new Set([...resource.columns, ...(resource.gridColumns ?? [])])];
  return names.flatMap((name) => {
    const property = properties.get(name);
    if (!property || !isGroupable(property)) return [];
    const ways: Grouping[] = hasDays(property)
      ? [
          { property, by: 'month' },
          { property, by: 'day' },
        ]
      : [{ property, by: 'value' }];
    return ways.map((way) => ({ value: writeGrouping(way), label: groupingLabel(way) }));
  });
}

/** What a list is grouped by at first: a field that records share, and one of days only where there is no other. */
export function firstChoice(registry: Registry, resource: Resource): string {
  const choices = groupChoices(registry, resource);
  const properties = registry.properties(resource);
  const shares = ({ value }: GroupChoice) => {
    const property = properties.get(value);
    if (!property || hasDays(property)) return false;
    return value !== resource.title && resource.fields[value]?.unique === undefined;
  };
  return (choices.find(shares) ?? choices[0])?.value ?? '';
}

/** What a list is grouped by, as its address says; none where that makes no sense. */
export const groupingsOf = (registry: Registry, resource: Resource, group: string | undefined): Grouping[] =>
  (group ? readGroupings(registry, resource, group) : null) ?? [];
