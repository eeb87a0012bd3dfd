import { describe, expect, it } from 'vitest';
import { text } from '#kernel/fields/text.ts';
import { registry } from '#resources/registry.ts';
import { checkAdditions, type ListAdditions } from './list-additions.ts';

const check = (additions: ListAdditions) => () =>
  checkAdditions(registry, registry.get('departments'), additions);
const parameter = (name: string) => ({ name, summary: 'x', field: text(name), where: () => 'true' });
const member = (name: string) => ({ name, schema: {}, select: () => 'SELECT 1' });

describe('what a list adds', () => {
  it('starts nothing where a name means something else already', () => {
    for (const name of ['q', 'sort', 'page', 'per_page', 'by_name'])
      expect(check({ parameters: [parameter(name)] })).toThrow(
        `a parameter ${name}, which means something else`,
      );
    for (const name of ['total', 'page', "x':"])
      expect(check({ meta: [member(name)] })).toThrow(`a member ${name} of meta`);
  });

  it('starts nothing where a name stands twice', () => {
    expect(check({ parameters: [parameter('key'), parameter('key')] })).toThrow('key twice');
    expect(check({ meta: [member('sum'), member('sum')] })).toThrow('sum twice');
    expect(check({ parameters: [parameter('by_unit')], meta: [member('sum')] })).not.toThrow();
  });
});
