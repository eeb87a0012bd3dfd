import type { ListFilter } from '#kernel/list-filters.ts';
import type { Property } from '#kernel/properties.ts';
import type { ColumnSearch } from '#web/grid/types.ts';
import { filterOf } from './filter-of.ts';

/** The input above a column, by which its rows are narrowed; undefined where they cannot be. */
export function columnSearch(property: Property, declared?: ListFilter): ColumnSearch | undefined {
  const way = filterOf(property, declared);
  if (!way) return undefined;
  const { Input } = way;
  const { field } = property;
  return {
    key: declared?.key ?? property.name,
    Input: function Search({ label, value, onChange }) {
      return <Input field={field} label={label} value={value} onChange={onChange} />;
    },
  };
}
