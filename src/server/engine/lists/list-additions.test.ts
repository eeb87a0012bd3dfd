import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { text } from '#kernel/fields/text.ts';
import { registry } from '#resources/registry.ts';
import { checkAdditions, type ListAdditions } from './list-additions.ts';

const check =
  (additions: ListAdditions, model = 'departments') =>
  () =>
    checkAdditions(registry, registry.get(model), additions);
const parameter = (name: string) => ({ name, summary: 'x', field: text(name), where: () => 'true' });
const member = (name: string) => ({ name, answer: z.int(), select: () => 'SELECT 1' });

describe('what a list adds', () => {
  it('starts nothing where a name means something else already', () => {
    for (const name of ['q', 'sort', 'page', 'per_page', 'by_name'])
      expect(check({ parameters: [parameter(name)] })).toThrow(
        `a parameter ${name}, which means something else`,
      );
    for (const name of ['total', 'page', "x':"])
      expect(check({ meta: [member(name)] })).toThrow(`a member ${name} of meta`);
  });

  it('starts nothing where a name is there twice', () => {
    expect(check({ parameters: [parameter('key'), parameter('key')] })).toThrow('key twice');
    expect(check({ meta: [member('sum'), member('sum')] })).toThrow('sum twice');
    expect(check({ parameters: [parameter('by_unit')], meta: [member('sum')] })).not.toThrow();
  });

  it('starts nothing where a filter is declared that no parameter is behind, or nobody can request a member', () => {
    expect(check({}, 'cloud_parents')).toThrow('no parameter by_units, which its declaration promises');
    const requested = { ...member('sum'), requestedBy: 'key' };
    expect(check({ meta: [requested] })).toThrow('sum of meta that key asks for, which is no parameter');
    expect(check({ parameters: [parameter('key')], meta: [requested] })).not.toThrow();
  });
});
