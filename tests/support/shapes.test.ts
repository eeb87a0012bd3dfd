import { expect, test } from 'vitest';
import { defineRegistry } from '#tests/support/define-registry.ts';
import type { Resource } from '#kernel/resource.ts';
import { registry } from '#resources/registry.ts';
import { contracts } from './contracts-model.ts';
import { oneOfEachShape, traitsOf } from './shapes.ts';

const allTraits = (models: readonly Resource[]) =>
  new Set(models.flatMap((model) => [...traitsOf(registry, model)]));

test('the chosen models have every trait that any model has, and none of them is there for nothing', () => {
  const chosen = oneOfEachShape(registry);
  expect(allTraits(chosen)).toEqual(allTraits(registry.all));
  for (const model of chosen)
    expect(allTraits(chosen.filter((other) => other !== model)).size).toBeLessThan(allTraits(chosen).size);
});

test('twenty more models of a known shape are not chosen, and one of a new shape is', () => {
  const departments = registry.get('departments');
  const more = Array.from({ length: 20 }, (_, at) => ({ ...departments, name: `departments_${at}` }));
  const names = (models: readonly Resource[]) =>
    oneOfEachShape(defineRegistry(models)).map(({ name }) => name);
  const before = names(registry.all);
  expect(names([...registry.all, ...more])).toEqual(before);
  expect(names([...registry.all, ...more, contracts])).toContain('contracts');
});
