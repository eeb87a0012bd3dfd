import { describe, expect, it } from 'vitest';
import { lookup } from './fields/lookup.ts';
import { ref } from './fields/ref.ts';
import { text } from './fields/text.ts';
import { messagesFor } from './messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource, type Fields, type Resource, type ResourceSpec } from './resource.ts';

function model<F extends Fields>(
  name: string,
  fields: F,
  more: Partial<ResourceSpec<Fields>> = {},
): Resource {
  const title = Object.keys(fields)[0] ?? 'id';
  const base = { label: [name, name], title, fields, columns: [title], messages: messagesFor(name) } as const;
  return defineResource<string, Fields>(name, { ...base, ...more });
}
const ports = () =>
  model('ports', {
    name: text('Name'),
    land_id: ref('Land', 'lands', { show: 'code', as: 'land', none: 'never' }),
  });
const lands = () => model('lands', { code: text('Code') });

describe('the registry', () => {
  it('follows references of references to the column that holds the value', () => {
    const ships = model('ships', {
      name: text('Name'),
      port_id: ref('Port', 'ports', { show: 'name', as: 'port', none: 'always' }),
      land: lookup('Land', 'port_id', 'land'),
    });
    const property = defineRegistry([ships, ports(), lands()]).properties(ships).get('land');
    expect(property).toMatchObject({
      path: ['port_id', 'land_id'],
      column: 'code',
      label: 'Land',
      nullable: true,
    });
  });

  it('returns who refers to a model, the model itself included', () => {
    const nodes = model('nodes', {
      name: text('Name'),
      parent_id: ref('Parent', 'nodes', { show: 'name', as: 'parent', none: 'always', acyclic: true }),
    });
    const references = defineRegistry([nodes]).referencesTo(nodes);
    expect(references.map(({ from, field }) => `${from.name}.${field}`)).toEqual(['nodes.parent_id']);
  });

  it.each([
    ['an unknown target', () => [ports()], 'Resource ports, land_id: refers to lands, which is no model.'],
    [
      'a column that no row has',
      () => [model('lands', { code: text('Code') }, { columns: ['size'] })],
      'names size',
    ],
    [
      'a reference to what cannot be searched',
      () => [ports(), model('lands', { code: text('Code') }, { search: false })],
      'Resource ports, land_id: refers to lands, which has no search to choose a record by.',
    ],
    [
      'a heading of a column that no row has',
      () => [model('lands', { code: text('Code') }, { columnHeadings: { crud: { size: 'Size?' } } })],
      'Resource lands, columnHeadings: names size, which no row has.',
    ],
    ['a model declared twice', () => [lands(), lands()], 'is declared twice'],
    [
      'a field that the system keeps',
      () => [model('lands', { created_at: text('X') })],
      'kept by the system',
    ],
    [
      'a reference that shows what is no field',
      () => [
        lands(),
        model('ports', { land_id: ref('Land', 'lands', { show: 'size', as: 'land', none: 'never' }) }),
      ],
      'Resource lands, size: is no field (requested by land).',
    ],
    [
      'a lookup through what is no reference',
      () => [model('lands', { code: text('Code'), size: lookup('Size', 'code', 'size') })],
      'Resource lands, code: is not a reference.',
    ],
  ])('refuses %s, naming the resource and the field', (_what, declare, sentence) => {
    expect(() => defineRegistry(declare())).toThrow(sentence);
  });
});
