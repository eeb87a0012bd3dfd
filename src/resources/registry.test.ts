import { expect, it } from 'vitest';
import { checkRegistry } from '#kernel/registry.ts';
import { registry } from './registry.ts';

it('the models fit together: whatever a declaration names is there', () => {
  expect(() => checkRegistry(registry)).not.toThrow();
});
