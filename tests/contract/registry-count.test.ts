import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { capabilities, exceptions, modelsWith, type Capability } from '#tests/support/models.ts';

const names = Object.keys(capabilities) as Capability[];
const registered = registry.all.map(({ name }) => name);

describe('the shared suite', () => {
  it.each(names)('covers every registered model that can %s, or says why not', (capability) => {
    const covered = modelsWith(capability).map(({ name }) => name);
    const excepted = Object.keys(exceptions[capability] ?? {});
    expect(
      [...covered, ...excepted].toSorted(),
      `What cannot ${capability} is named with its reason in exceptions of tests/support/models.ts.`,
    ).toEqual(registered.toSorted());
  });

  it.each(names)('has no exception for %s whose reason has gone', (capability) => {
    const excepted = Object.entries(exceptions[capability] ?? {});
    expect(registered).toEqual(expect.arrayContaining(excepted.map(([name]) => name)));
    for (const [name, reason] of excepted) {
      expect(capabilities[capability](registry.get(name)), `${name} lacks ${capability}`).toBe(false);
      expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    }
  });

  it.each(names)('has tests that run over the models which can %s', (capability) => {
    const suite = globSync('tests/contract/registry-*.test.ts').map((file) => readFileSync(file, 'utf8'));
    const uses = suite.filter((text) => new RegExp(`modelsWith\\([^)]*'${capability}'`).test(text));
    expect(uses.length).toBeGreaterThan(0);
  });

  it('counts the models: each file of declarations is registered', () => {
    const declared = globSync('src/resources/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/defineResource\('(\w+)'/g)].map(([, name]) => name),
    );
    expect(declared.toSorted(), 'A declaration is added to the list in src/resources/registry.ts.').toEqual(
      registered.toSorted(),
    );
    expect(registered.length).toBeGreaterThanOrEqual(6);
  });
});
