import {
  asLookup,
  asMention,
  asReference,
  kindOf,
  mentionsOf,
  referencesOf,
  type Field,
} from './fields/kinds.ts';
import { boolean } from './fields/boolean.ts';
import { mentionedRecord, unknownProperty, type MentionField } from './fields/mention.ts';
import { number } from './fields/number.ts';
import type { FilterOperation } from './fields/field.ts';
import type { RefField } from './fields/ref.ts';
import { comparedWith, referredBy } from './remarks.ts';
import { namedInForm, type CsvColumn, type Resource } from './resource.ts';
import { systemFields, systemFieldsOf } from './system-fields.ts';

/** One property of a row: a field of its own, the system's, or one that a reference brings. */
export interface Property {
  name: string;
  label: string;
  /** The field that holds the value; for a looked-up value the field of the last record of the path. */
  field: Field;
  /** The references and names to follow, first to last; empty for a column of the table itself. */
  path: readonly string[];
  /** The column of the last table of the path. */
  column: string;
  nullable: boolean;
  /** The value is whether the last step of the path is a name that nobody knows. */
  unknown?: true;
}

/** A reference of one resource to another, seen from the target. */
export interface Reference {
  from: Resource;
  field: string;
  ref: RefField;
}

/** Names of a resource's records in another one, seen from the target. */
export interface Mention {
  from: Resource;
  field: string;
  mention: MentionField;
}

export interface Registry {
  readonly all: readonly Resource[];
  /** Undefined for a name that is no model. */
  find: (name: string) => Resource | undefined;
  /** Throws for a name that is no model; for names that come from declarations. */
  get: (name: string) => Resource;
  /** Every property of a row of the resource, in the order of the declaration. */
  properties: (resource: Resource) => ReadonlyMap<string, Property>;
  /** Who refers to the resource, itself included. */
  referencesTo: (resource: Resource) => readonly Reference[];
  /** Where records of the resource are named without being referred to. */
  mentionsIn: (resource: Resource) => readonly Mention[];
}

/** Columns that every table has beside the stamps: the key, and the text that a search looks into. */
const RESERVED = ['id', 'search'];

/** The longest chain of references that a lookup may follow. */
const LONGEST_PATH = 4;

function fail(resource: Resource, where: string, why: string): never {
  throw new Error(`Resource ${resource.name}, ${where}: ${why}`);
}

/** The property's name below a column of a CSV file. */
export const csvProperty = (column: CsvColumn): string => (typeof column === 'string' ? column : column[1]);

/** Whether a column of a CSV file has a cell for a value that is written so; others stay empty. */
export function csvHasCell(column: CsvColumn, cell: string): boolean {
  const where = typeof column === 'string' ? undefined : column[2];
  if (!where) return true;
  return 'has' in where ? cell.includes(where.has) : !cell.includes(where.lacks);
}
/** The header of a column of a CSV file. */
export const csvHeader = (column: CsvColumn): string => (typeof column === 'string' ? column : column[0]);

/**
 * Assembles the models: resolves what references bring, and refuses a declaration that cannot work
 * (an unknown target, a column that no row has) with the names of the resource and the field.
 */
export function defineRegistry(resources: readonly Resource[]): Registry {
  const byName = new Map<string, Resource>();
  for (const resource of resources) {
    if (byName.has(resource.name)) fail(resource, 'name', 'is declared twice.');
    byName.set(resource.name, resource);
  }

  const modelOf = (resource: Resource, name: string, target: string): Resource =>
    byName.get(target) ?? fail(resource, name, `refers to ${target}, which is no model.`);

  const targetOf = (resource: Resource, name: string): { field: RefField; target: Resource } => {
    const field = asReference(resource.fields[name]) ?? fail(resource, name, 'is not a reference.');
    return { field, target: modelOf(resource, name, field.target) };
  };

  /** The model whose record a reference or a name leads to. */
  const ledTo = (resource: Resource, name: string): Resource => {
    const mention = asMention(resource.fields[name]);
    return mention ? modelOf(resource, name, mention.target) : targetOf(resource, name).target;
  };

  /** What a row has beside a name: the record that is called so, and whether nobody knows one. */
  const besideMention = (resource: Resource, name: string, path: readonly string[]): Property | null => {
    for (const [mention, field] of mentionsOf(resource)) {
      const { label } = field;
      const led = { name, path: [...path, mention], column: 'id' };
      if (name === field.as) return { ...led, label, field: mentionedRecord(mention, field), nullable: true };
      if (name === unknownProperty(mention))
        return {
          ...led,
          label: `${label} Unknown`,
          field: { ...boolean(`${label} Unknown`, { words: 'Yes/No' }), writing: 'never' },
          nullable: false,
          unknown: true,
        };
    }
    return null;
  };

  /** Follows references from `resource` until a column of a table is reached. */
  const resolve = (resource: Resource, name: string, path: readonly string[], from: string): Property => {
    if (path.length > LONGEST_PATH) fail(resource, name, 'looks itself up in a circle.');
    if (name === 'id' && resource.source === 'table')
      return { name, label: 'ID', field: number('ID'), path, column: 'id', nullable: path.length > 0 };
    const own = resource.fields[name] ?? (resource.source === 'table' ? systemFields[name] : undefined);
    const through = asLookup(own);
    if (through) {
      return resolve(ledTo(resource, through.via), through.field, [...path, through.via], from);
    }
    if (own && kindOf(own).hidden)
      fail(resource, name, `is a secret, which no answer has (asked for by ${from}).`);
    if (own) return { name, label: own.label, field: own, path, column: name, nullable: own.nullable };
    const bringing = referencesOf(resource).find(([, { as }]) => as === name);
    const beside = besideMention(resource, name, path);
    if (beside) return beside;
    if (!bringing) return fail(resource, name, `is no field (asked for by ${from}).`);
    const { field, target } = targetOf(resource, bringing[0]);
    return resolve(target, field.show, [...path, bringing[0]], from);
  };

  const propertiesOf = (resource: Resource): ReadonlyMap<string, Property> => {
    const found = new Map<string, Property>();
    const add = (name: string, label: string) => {
      if (found.has(name)) fail(resource, name, 'stands for two properties.');
      const property = resolve(resource, name, [], name);
      const nullable =
        property.nullable ||
        (!property.unknown &&
          property.path.some(
            (step, at) =>
              at > 0 || resource.fields[step]?.nullable === true || asMention(resource.fields[step]),
          ));
      found.set(name, { ...property, name, label, nullable });
    };
    if (resource.source === 'table') add('id', 'ID');
    for (const [name, field] of Object.entries(resource.fields)) {
      if (resource.source === 'table' && (RESERVED.includes(name) || Object.hasOwn(systemFields, name)))
        fail(resource, name, 'is kept by the system.');
      if (kindOf(field).hidden) continue;
      add(name, field.label);
      const reference = asReference(field);
      if (reference) add(reference.as, field.label);
      const mention = asMention(field);
      if (mention) {
        add(mention.as, field.label);
        add(unknownProperty(name), `${field.label} Unknown`);
      }
    }
    if (resource.source === 'table')
      for (const [name, field] of systemFieldsOf(resource)) add(name, field.label);
    return found;
  };

  const properties = new Map(resources.map((resource) => [resource.name, propertiesOf(resource)]));
  const references = new Map<string, Reference[]>();
  const mentions = new Map<string, Mention[]>();
  for (const resource of resources) {
    checkDeclaration(resource, properties.get(resource.name) ?? new Map());
    for (const remark of Object.values(resource.remarks ?? {})) {
      const needed = remark && referredBy(remark);
      if (needed) resolve(targetOf(resource, needed.via).target, needed.field, [], 'remarks');
    }
    for (const [name, mention] of mentionsOf(resource)) {
      const target = modelOf(resource, name, mention.target);
      if (target.fields[mention.by]?.unique === undefined)
        fail(resource, name, `names ${target.name} by ${mention.by}, which is not unique.`);
      const others = mentions.get(target.name) ?? [];
      mentions.set(target.name, [...others, { from: resource, field: name, mention }]);
    }
    for (const [name, field] of referencesOf(resource)) {
      const { target } = targetOf(resource, name);
      if (!target.search)
        fail(resource, name, `refers to ${target.name}, which has no search to choose a record by.`);
      for (const member of field.embed?.fields ?? []) resolve(target, member, [], name);
      const alike = referencesOf(resource).filter(([, { embed }]) => embed?.as === field.embed?.as);
      if (field.embed && (properties.get(resource.name)?.has(field.embed.as) || alike.length > 1))
        fail(resource, name, `embeds ${field.embed.as}, which stands for another property.`);
      references.set(target.name, [
        ...(references.get(target.name) ?? []),
        { from: resource, field: name, ref: field },
      ]);
    }
  }

  return Object.freeze({
    all: Object.freeze([...resources]),
    find: (name: string) => byName.get(name),
    get: (name: string) => byName.get(name) ?? fail({ name } as Resource, 'name', 'is no model.'),
    properties: (resource: Resource) => properties.get(resource.name) ?? new Map(),
    referencesTo: (resource: Resource) => references.get(resource.name) ?? [],
    mentionsIn: (resource: Resource) => mentions.get(resource.name) ?? [],
  });
}

function checkDeclaration(resource: Resource, properties: ReadonlyMap<string, Property>): void {
  const demand = (name: string, where: string) => {
    if (!properties.has(name)) fail(resource, where, `names ${name}, which no row has.`);
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
  const key = resource.csv?.import?.key;
  if (key !== undefined && resource.fields[key]?.unique === undefined)
    fail(resource, 'csv.import', `finds records by ${key}, which is not unique.`);
  for (const [name, tone] of Object.entries(resource.tones ?? {})) {
    demand(name, 'tones');
    const field = properties.get(name)?.field;
    if (tone.about === 'difference') {
      const { record, field: compared } = tone.from;
      const brings = referencesOf(resource).some(
        ([, { embed }]) => embed?.as === record && embed.fields.includes(compared),
      );
      if (!brings) fail(resource, 'tones', `compares ${name} with ${record}.${compared}, which no row has.`);
    }
    if (tone.about === 'expiry' && field && !kindOf(field).filters.includes('day'))
      fail(resource, 'tones', `says when ${name} expires, which is no day.`);
  }
  for (const [name, remark] of Object.entries(resource.remarks ?? {})) {
    demand(name, 'remarks');
    if (remark) demand(comparedWith(remark), 'remarks');
  }
  for (const { property, operation } of listFilters(resource)) {
    demand(property, 'filters');
    const field = properties.get(property)?.field;
    if (operation && field && !kindOf(field).filters.includes(operation))
      fail(resource, 'filters', `has ${operation} for ${property}, which cannot be filtered so.`);
  }
  if (resource.sort) demand(resource.sort.replace(/^-/, ''), 'sort');
  for (const { fields } of resource.unique ?? []) for (const name of fields) demand(name, 'unique');
  for (const [name, field] of Object.entries(resource.fields)) {
    const fault = kindOf(field).fault(field, resource.fields);
    if (fault) fail(resource, name, fault);
  }
  for (const [name, field] of referencesOf(resource))
    if (field.acyclic && field.target !== resource.name)
      fail(resource, name, 'is acyclic but refers to another model.');
}

/** A filter above a list, complete: what `by_<key>` does with which property. */
export interface ListFilter {
  key: string;
  property: string;
  operation: FilterOperation | undefined;
  choices: readonly string[] | undefined;
  label: string | undefined;
  /** false: it has no input above the list. */
  inSight?: boolean | undefined;
}

/** The declared filters of a resource; `operation` is undefined where the field's kind decides. */
export function listFilters(resource: Resource): ListFilter[] {
  return Object.entries(resource.filters ?? {}).map(([key, spec]) => {
    const given = typeof spec === 'string' ? { operation: spec } : spec;
    return {
      key,
      property: given.field ?? key,
      operation: given.operation,
      choices: given.choices,
      label: given.label,
      inSight: given.inSight,
    };
  });
}

/** How `by_<property>` filters where nothing else is declared: by the kind of the field where the value stands. */
export const filterOperation = (property: Property): FilterOperation | undefined =>
  kindOf(property.field).filters[0];

/** At most so many values are shown beside a title. */
const MOST_ABOUT = 3;

/** What says which record it is, beside its title: what the declaration names, or the first texts of its list. */
export function aboutOf(registry: Registry, resource: Resource): Property[] {
  const properties = registry.properties(resource);
  const named = (resource.about ?? resource.columns).flatMap((name) => properties.get(name) ?? []);
  if (resource.about) return named;
  const says = ({ name, field }: Property) => name !== resource.title && kindOf(field).tells;
  return named.filter(says).slice(0, MOST_ABOUT);
}
