import { declarationFault } from './declaration-fault.ts';
import { boolean } from './fields/boolean.ts';
import {
  asLookup,
  asMention,
  asReference,
  kindOf,
  mentionsOf,
  referencesOf,
  type Field,
} from './fields/kinds.ts';
import { mentionedRecord, unknownProperty } from './fields/mention.ts';
import { number } from './fields/number.ts';
import type { RefField } from './fields/ref.ts';
import type { Resource } from './resource.ts';
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
  /** The field of the record that the last step leads from, whose text stands where the step leads nowhere. */
  otherwise?: string;
  /** The value is whether the last step of the path is a name that nobody knows. */
  unknown?: true;
}

/** Columns that every table has beside the stamps: the key, and the text that a search looks into. */
const RESERVED = ['id', 'search'];

/** The longest chain of references that a lookup may follow. */
const LONGEST_PATH = 4;

/** Resolves the names in declarations. */
export interface Resolver {
  /** The model that a field leads to by this name; throws where there is none. */
  modelOf: (resource: Resource, name: string, target: string) => Resource;
  /** A reference and the model that it refers to; throws where the name is no reference. */
  targetOf: (resource: Resource, name: string) => { field: RefField; target: Resource };
  /**
   * Follows references from `resource` until a column of a table is reached.
   * @param path the references that were followed already
   * @param from the caller, for the message
   */
  resolve: (resource: Resource, name: string, path: readonly string[], from: string) => Property;
  /** Every property of a row, in the order of the declaration. */
  propertiesOf: (resource: Resource) => ReadonlyMap<string, Property>;
}

/** @param byName all models */
export function propertyResolver(byName: ReadonlyMap<string, Resource>): Resolver {
  const modelOf = (resource: Resource, name: string, target: string): Resource =>
    byName.get(target) ?? declarationFault(resource, name, `refers to ${target}, which is no model.`);

  const targetOf = (resource: Resource, name: string): { field: RefField; target: Resource } => {
    const field =
      asReference(resource.fields[name]) ?? declarationFault(resource, name, 'is not a reference.');
    return { field, target: modelOf(resource, name, field.target) };
  };

  /** The model whose record a reference or a name leads to. */
  const ledTo = (resource: Resource, name: string): Resource => {
    const mention = asMention(resource.fields[name]);
    return mention ? modelOf(resource, name, mention.target) : targetOf(resource, name).target;
  };

  const resolve = (resource: Resource, name: string, path: readonly string[], from: string): Property => {
    if (path.length > LONGEST_PATH) declarationFault(resource, name, 'looks itself up in a circle.');
    if (name === 'id' && resource.source === 'table')
      return { name, label: 'ID', field: number('ID'), path, column: 'id', nullable: path.length > 0 };
    const own = resource.fields[name] ?? (resource.source === 'table' ? systemFields[name] : undefined);
    const through = asLookup(own);
    if (through) {
      if (through.via === null) return { ...resolve(resource, through.field, path, from), name };
      const led = resolve(ledTo(resource, through.via), through.field, [...path, through.via], from);
      const via = asReference(resource.fields[through.via]);
      return via?.show === through.field ? orOtherwise(via, led) : led;
    }
    if (own && kindOf(own).hidden)
      declarationFault(resource, name, `is a secret, which no answer has (requested by ${from}).`);
    if (own) return { name, label: own.label, field: own, path, column: name, nullable: own.nullable };
    const bringing = referencesOf(resource).find(([, { as }]) => as === name);
    const beside = besideMention(resource, name, path);
    if (beside) return beside;
    if (!bringing) return declarationFault(resource, name, `is no field (requested by ${from}).`);
    const { field, target } = targetOf(resource, bringing[0]);
    return orOtherwise(field, resolve(target, field.show, [...path, bringing[0]], from));
  };

  return { modelOf, targetOf, resolve, propertiesOf: (resource) => propertiesOf(resource, resolve) };
}

/** The shown value of a reference, with what stands in its place where there is none. */
const orOtherwise = ({ otherwise }: RefField, shown: Property): Property =>
  otherwise === undefined ? shown : { ...shown, otherwise };

/** The properties of a row beside a name: the record of that name, and whether none is known. */
function besideMention(resource: Resource, name: string, path: readonly string[]): Property | null {
  for (const [mention, field] of mentionsOf(resource)) {
    const { label } = field;
    const led = { name, path: [...path, mention], column: 'id' };
    if (name === field.as) return { ...led, label, field: mentionedRecord(mention, field), nullable: true };
    if (name === unknownProperty(mention))
      return {
        ...led,
        label: `${label} Unknown`,
        field: { ...boolean(`${label} Unknown`), writing: 'never' },
        nullable: false,
        unknown: true,
      };
  }
  return null;
}

/** Every property of a row: of each field itself, and of what it brings. */
function propertiesOf(resource: Resource, resolve: Resolver['resolve']): ReadonlyMap<string, Property> {
  const found = new Map<string, Property>();
  const add = (name: string, label: string) => {
    if (found.has(name)) declarationFault(resource, name, 'stands for two properties.');
    const property = resolve(resource, name, [], name);
    found.set(name, { ...property, name, label, nullable: mayLack(resource, property) });
  };
  if (resource.source === 'table') add('id', 'ID');
  for (const [name, field] of Object.entries(resource.fields)) {
    if (resource.source === 'table' && (RESERVED.includes(name) || Object.hasOwn(systemFields, name)))
      declarationFault(resource, name, 'is kept by the system.');
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
}

/** Whether a row may lack the value: itself, or the reference or name that brings it. */
const mayLack = (resource: Resource, { nullable, unknown, path }: Property): boolean =>
  nullable ||
  (!unknown &&
    path.some(
      (step, at) =>
        at > 0 || resource.fields[step]?.nullable === true || asMention(resource.fields[step]) !== null,
    ));
