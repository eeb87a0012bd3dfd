import { csvProperty } from './csv/columns.ts';
import { declarationFault } from './declaration-fault.ts';
import { kindOf, referencesOf } from './fields/kinds.ts';
import { listFilters } from './list-filters.ts';
import type { Property } from './properties.ts';
import { comparedWith } from './remarks.ts';
import { namedInForm, type Resource } from './resource.ts';

/** Refuses a declaration that names what no row has, or requires of a field what its kind cannot do. */
export function checkDeclaration(resource: Resource, properties: ReadonlyMap<string, Property>): void {
  const demand = (name: string, where: string) => {
    if (!properties.has(name)) declarationFault(resource, where, `names ${name}, which no row has.`);
  };
  demand(resource.title, 'title');
  for (const name of resource.columns) demand(name, 'columns');
  for (const name of resource.gridColumns ?? []) demand(name, 'gridColumns');
  for (const name of resource.about ?? []) demand(name, 'about');
  for (const headings of Object.values(resource.columnHeadings ?? {}))
    for (const name of Object.keys(headings)) demand(name, 'columnHeadings');
  for (const mode of ['create', 'update'] as const)
    for (const name of namedInForm(resource, mode) ?? [])
      if (!Object.hasOwn(resource.fields, name)) demand(name, 'form');
  for (const column of resource.csv?.export ?? []) demand(csvProperty(column), 'csv.export');
  for (const column of resource.csv?.import?.columns ?? []) demand(csvProperty(column), 'csv.import');
  const { sums, names = {} } = resource.csv ?? {};
  for (const name of [...(sums ? [sums.amount, ...sums.by] : []), ...Object.keys(names)])
    if (!Object.hasOwn(resource.fields, name)) demand(name, 'csv');
  const key = resource.csv?.import?.key;
  if (key !== undefined && resource.fields[key]?.unique === undefined)
    declarationFault(resource, 'csv.import', `finds records by ${key}, which is not unique.`);
  for (const [name, tone] of Object.entries(resource.tones ?? {})) {
    demand(name, 'tones');
    const field = properties.get(name)?.field;
    if (tone.about === 'difference') {
      const { record, field: compared } = tone.from;
      const brings = referencesOf(resource).some(
        ([, { embed }]) => embed?.as === record && embed.fields.includes(compared),
      );
      if (!brings)
        declarationFault(resource, 'tones', `compares ${name} with ${record}.${compared}, which no row has.`);
    }
    if (tone.about === 'expiry' && field && !kindOf(field).filters.includes('day'))
      declarationFault(resource, 'tones', `says when ${name} expires, which is no day.`);
  }
  for (const [name, remark] of Object.entries(resource.remarks ?? {})) {
    demand(name, 'remarks');
    if (remark) demand(comparedWith(remark), 'remarks');
  }
  for (const { property, operation, own } of listFilters(resource)) {
    if (own) continue;
    demand(property, 'filters');
    const field = properties.get(property)?.field;
    if (operation && field && !kindOf(field).filters.includes(operation))
      declarationFault(resource, 'filters', `has ${operation} for ${property}, which cannot be filtered so.`);
  }
  if (resource.sort) demand(resource.sort.replace(/^-/, ''), 'sort');
  for (const { fields } of resource.unique ?? []) for (const name of fields) demand(name, 'unique');
  for (const { fields } of resource.demands ?? []) for (const name of fields) demand(name, 'demands');
  for (const [name, field] of Object.entries(resource.fields)) {
    const fault = kindOf(field).fault(field, resource.fields);
    if (fault) declarationFault(resource, name, fault);
  }
  for (const [name, field] of referencesOf(resource))
    if ((field.acyclic || field.notItself) && field.target !== resource.name)
      declarationFault(
        resource,
        name,
        `is ${field.acyclic ? 'acyclic' : 'notItself'} but refers to another model.`,
      );
}
