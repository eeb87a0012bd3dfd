import { dayOfInstant } from '#kernel/dates.ts';
import { booleanWord } from '#kernel/fields/boolean.ts';
import { kindOf } from '#kernel/fields/kinds.ts';
import { listFilters, type Property, type Registry } from '#kernel/registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { toneOf } from '#kernel/tones.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { ColumnSearch, GridColumn } from '#web/grid/types.ts';
import { columnRoom, columnWidth, formatValue, speaksForItself } from '#web/ui/format-value.ts';

/** A column of the editable table, and the field that its input changes; null for what cannot be changed. */
export interface CrudColumn extends GridColumn<RecordRow> {
  field: string | null;
}

/** The days of a filter on a stamp of the system. */
const LAST_DAYS = ['30', '60', '90'];

/** The field behind a column: the column's own, or the reference that brings the shown name. */
function fieldOf(resource: Resource, name: string): string | null {
  const own = resource.fields[name];
  if (own) return own.writing === 'never' ? null : name;
  const bringing = Object.entries(resource.fields).find(
    ([, field]) => field.kind === 'ref' && field.as === name,
  );
  return bringing && bringing[1].writing !== 'never' ? bringing[0] : null;
}

/** Whether the column shows the name of a record that the model refers to. */
const bringsName = (resource: Resource, name: string): boolean =>
  Object.values(resource.fields).some((field) => field.kind === 'ref' && field.as === name);

function searchOf(resource: Resource, property: Property): ColumnSearch | undefined {
  const declared = listFilters(resource).find((filter) => filter.property === property.name);
  const key = declared?.key ?? property.name;
  const { field } = property;
  const operation = declared?.operation ?? kindOf(field).filters[0];
  if (operation === 'last-days') {
    const days = declared?.choices ?? LAST_DAYS;
    return { key, kind: 'choice', choices: days.map((value) => ({ value, label: `Last ${value} days` })) };
  }
  if (field.kind === 'boolean') {
    const choices = [true, false].map((value) => ({
      value: String(value),
      label: booleanWord(field, value),
    }));
    return { key, kind: 'choice', choices };
  }
  if (field.kind === 'choice')
    return { key, kind: 'choice', choices: field.choices.map((value) => ({ value, label: value })) };
  if (field.kind === 'json') return undefined;
  return { key, kind: operation === 'day' ? 'day' : 'text' };
}

/** The columns of a model's editable table, as its declaration has them. */
export function crudColumns(resource: Resource, registry: Registry): CrudColumn[] {
  const properties = registry.properties(resource);
  return (resource.gridColumns ?? resource.columns).flatMap((name) => {
    const property = properties.get(name);
    if (!property) return [];
    const { field, label } = property;
    const tone = resource.tones?.[name];
    return {
      id: name,
      header: label,
      width: resource.widths?.[name] ?? columnWidth(field),
      ...columnRoom(field),
      named: !speaksForItself(field) && !bringsName(resource, name),
      align: kindOf(field).align,
      value: (row) => row[name],
      text: (row) => formatValue(field, row[name]),
      tone: tone && ((row) => toneOf(tone, row[name], dayOfInstant(new Date(), 'local'))),
      sortable: field.kind !== 'json',
      search: searchOf(resource, property),
      field: fieldOf(resource, name),
    };
  });
}

/** The columns that a new row fills in: `fields` alone where they are told. */
export function addColumns(
  resource: Resource,
  columns: readonly CrudColumn[],
  fields?: readonly string[],
): CrudColumn[] {
  return columns.filter(({ field }) => {
    if (field === null || resource.fields[field]?.writing === 'update-only') return false;
    return fields?.includes(field) ?? true;
  });
}

/** The fields behind columns, in their order. */
export const columnFields = (columns: readonly CrudColumn[]): string[] =>
  columns.flatMap(({ field }) => (field === null ? [] : [field]));
