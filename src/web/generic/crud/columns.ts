import { dayOfInstant } from '#kernel/dates.ts';
import { kindOf, referencesOf } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import { listFilters } from '#kernel/list-filters.ts';
import type { Property } from '#kernel/properties.ts';
import type { Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { mayBeGiven } from '#kernel/system-fields.ts';
import { bothTones, toneOf } from '#kernel/tones.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { GridColumn } from '#web/grid/types.ts';
import { columnSearch } from '../filters/column-search.tsx';
import { optionLabel, optionOf } from '../inputs/references/ref-options.ts';
import { webKindOf } from '../kinds/kinds.ts';

/** A column of the editable table, and the field that its input changes; null for what cannot be changed. */
export interface CrudColumn extends GridColumn<RecordRow> {
  field: string | null;
}

/** The field behind a column: the column's own, or the reference that brings the shown name. */
function fieldOf(resource: Resource, name: string): string | null {
  if (mayBeGiven(resource, name, 'create') || mayBeGiven(resource, name, 'update')) return name;
  if (resource.fields[name]) return null;
  const bringing = referencesOf(resource).find(([, { as }]) => as === name);
  return bringing && bringing[1].writing !== 'never' ? bringing[0] : null;
}

/** Whether the column shows the name of a record that the model refers to. */
const bringsName = (resource: Resource, name: string): boolean =>
  referencesOf(resource).some(([, { as }]) => as === name);

/**
 * The whole name of the record that a column names, where several may have what is shown of them: companies of one code differ in
 * location and GL type. Null for a column of anything else.
 */
function wholeNameOf(
  resource: Resource,
  registry: Registry,
  name: string,
): ((row: RecordRow) => string) | null {
  const [id, reference] = referencesOf(resource).find(([, { as }]) => as === name) ?? [];
  if (!id || !reference?.embed) return null;
  const { target, show, embed } = reference;
  if (registry.get(target).fields[show]?.unique !== undefined) return null;
  return (row) => {
    const embedded = row[embed.as] as Values | null;
    return optionLabel(optionOf(reference, { ...embedded, [show]: row[name], id: Number(row[id]) }));
  };
}

function searchOf(resource: Resource, property: Property) {
  const declared = listFilters(resource).find((filter) => filter.property === property.name);
  return columnSearch(property, declared);
}

/**
 * The columns of a model's editable table, as its declaration has them.
 * @param headings of columns that are called otherwise than their field
 */
export function crudColumns(
  resource: Resource,
  registry: Registry,
  headings = resource.columnHeadings?.crud,
): CrudColumn[] {
  const properties = registry.properties(resource);
  return (resource.gridColumns ?? resource.columns).flatMap((name) => {
    const property = properties.get(name);
    if (!property) return [];
    const { field, label } = property;
    const { cell, column, tone: kindTone } = webKindOf(field);
    const shape = column(field);
    const declared = resource.tones?.[name];
    const apart = wholeNameOf(resource, registry, name);
    return {
      id: name,
      header: headings?.[name] ?? label,
      ...shape,
      width: resource.widths?.[name] ?? shape.width,
      named: shape.named && !bringsName(resource, name),
      // A row that is no record has no name, and begins with its subject.
      heads: name === resource.title && resource.source !== 'view',
      names: name === resource.called,
      align: kindOf(field).align,
      text: (row) => (row[name] ? apart?.(row) : null) ?? cell(field, row[name], row),
      tone:
        declared || kindTone
          ? (row) =>
              bothTones(
                declared ? toneOf(declared, row[name], dayOfInstant(new Date(), 'local'), row) : null,
                kindTone?.(field, name, row) ?? null,
              )
          : undefined,
      search: searchOf(resource, property),
      field: fieldOf(resource, name),
    };
  });
}

/** The columns that a new row fills in: `fields` alone where they are given. */
export function addColumns(
  resource: Resource,
  columns: readonly CrudColumn[],
  fields?: readonly string[],
): CrudColumn[] {
  return columns.filter(({ field }) => {
    if (field === null || !mayBeGiven(resource, field, 'create')) return false;
    return fields?.includes(field) ?? true;
  });
}

/** The fields behind columns, in their order. */
export const columnFields = (columns: readonly CrudColumn[]): string[] =>
  columns.flatMap(({ field }) => (field === null ? [] : [field]));
