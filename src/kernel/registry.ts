import { checkDeclaration } from './declaration-checks.ts';
import { declarationFault } from './declaration-fault.ts';
import { mentionsOf, referencesOf } from './fields/kinds.ts';
import type { MentionField } from './fields/mention.ts';
import type { RefField } from './fields/ref.ts';
import { propertyResolver, type Property } from './properties.ts';
import { referredBy } from './remarks.ts';
import type { Resource } from './resource.ts';

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

/**
 * Assembles the models: resolves what references bring, and refuses a declaration that cannot work
 * (an unknown target, a column that no row has) with the names of the resource and the field.
 */
export function defineRegistry(resources: readonly Resource[]): Registry {
  const byName = new Map<string, Resource>();
  for (const resource of resources) {
    if (byName.has(resource.name)) declarationFault(resource, 'name', 'is declared twice.');
    byName.set(resource.name, resource);
  }

  const { modelOf, targetOf, resolve, propertiesOf } = propertyResolver(byName);
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
        declarationFault(resource, name, `names ${target.name} by ${mention.by}, which is not unique.`);
      const others = mentions.get(target.name) ?? [];
      mentions.set(target.name, [...others, { from: resource, field: name, mention }]);
    }
    for (const [name, field] of referencesOf(resource)) {
      const { target } = targetOf(resource, name);
      if (!target.search)
        declarationFault(
          resource,
          name,
          `refers to ${target.name}, which has no search to choose a record by.`,
        );
      for (const member of field.embed?.fields ?? []) resolve(target, member, [], name);
      const alike = referencesOf(resource).filter(([, { embed }]) => embed?.as === field.embed?.as);
      if (field.embed && (properties.get(resource.name)?.has(field.embed.as) || alike.length > 1))
        declarationFault(resource, name, `embeds ${field.embed.as}, which stands for another property.`);
      references.set(target.name, [
        ...(references.get(target.name) ?? []),
        { from: resource, field: name, ref: field },
      ]);
    }
  }

  return Object.freeze({
    all: Object.freeze([...resources]),
    find: (name: string) => byName.get(name),
    get: (name: string) => byName.get(name) ?? declarationFault({ name }, 'name', 'is no model.'),
    properties: (resource: Resource) => properties.get(resource.name) ?? new Map(),
    referencesTo: (resource: Resource) => references.get(resource.name) ?? [],
    mentionsIn: (resource: Resource) => mentions.get(resource.name) ?? [],
  });
}
