import { checkDeclaration } from './declaration-checks.ts';
import { declarationFault } from './declaration-fault.ts';
import { mentionsOf, referencesOf } from './fields/kinds.ts';
import { checkOwned } from './owned-checks.ts';
import type { MentionField } from './fields/mention.ts';
import type { RefField } from './fields/ref.ts';
import { propertyResolver, type Property, type Resolver } from './properties.ts';
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

/** A registry whose declarations nobody has looked at yet. */
export interface Unchecked extends Registry {
  readonly resolver: Resolver;
}

/**
 * Finds the models and how they relate to each other. The properties of a row of one are computed when they are needed,
 * so that a page which shows one model does not wait for all.
 */
export function assembleRegistry(resources: readonly Resource[]): Unchecked {
  const byName = new Map<string, Resource>();
  for (const resource of resources) {
    if (byName.has(resource.name)) declarationFault(resource, 'name', 'is declared twice.');
    byName.set(resource.name, resource);
  }

  const resolver = propertyResolver(byName);
  const properties = new Map<Resource, ReadonlyMap<string, Property>>();
  const propertiesOf = (resource: Resource) => {
    const found = resolver.propertiesOf(resource);
    properties.set(resource, found);
    return found;
  };
  const mentions = Map.groupBy(
    resources.flatMap((from) =>
      mentionsOf(from).map(([field, mention]): Mention => ({ from, field, mention })),
    ),
    ({ mention }) => mention.target,
  );
  const references = Map.groupBy(
    resources.flatMap((from) => referencesOf(from).map(([field, ref]): Reference => ({ from, field, ref }))),
    ({ ref }) => ref.target,
  );
  return {
    resolver,
    all: Object.freeze([...resources]),
    find: (name) => byName.get(name),
    get: (name) => byName.get(name) ?? declarationFault({ name }, 'name', 'is no model.'),
    properties: (resource) => properties.get(resource) ?? propertiesOf(resource),
    referencesTo: ({ name }) => references.get(name) ?? [],
    mentionsIn: ({ name }) => mentions.get(name) ?? [],
  };
}

/** @throws for a declaration that cannot work, such as an unknown target or a column that no row has, with its names */
export function checkRegistry(registry: Unchecked): void {
  const { modelOf, targetOf, resolve } = registry.resolver;
  for (const resource of registry.all) {
    const properties = registry.properties(resource);
    checkDeclaration(resource, properties);
    checkOwned(registry, resource);
    for (const remark of Object.values(resource.remarks ?? {})) {
      const needed = remark && referredBy(remark);
      if (needed) resolve(targetOf(resource, needed.via).target, needed.field, [], 'remarks');
    }
    for (const [name, mention] of mentionsOf(resource)) {
      const target = modelOf(resource, name, mention.target);
      if (target.fields[mention.by]?.unique === undefined)
        declarationFault(resource, name, `names ${target.name} by ${mention.by}, which is not unique.`);
    }
    for (const [name, field] of referencesOf(resource)) {
      const { target } = targetOf(resource, name);
      if (!target.search)
        declarationFault(
          resource,
          name,
          `refers to ${target.name}, which has no search to choose a record by.`,
        );
      if (field.otherwise !== undefined && !resource.fields[field.otherwise])
        declarationFault(resource, name, `shows ${field.otherwise} where it is none, which is no field.`);
      for (const member of field.embed?.fields ?? []) resolve(target, member, [], name);
      const alike = referencesOf(resource).filter(([, { embed }]) => embed?.as === field.embed?.as);
      if (field.embed && (properties.has(field.embed.as) || alike.length > 1))
        declarationFault(resource, name, `embeds ${field.embed.as}, which stands for another property.`);
    }
  }
}
