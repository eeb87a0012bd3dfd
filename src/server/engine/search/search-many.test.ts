import { beforeAll, expect, it } from 'vitest';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import type { SearchAnswer } from '#calls/search.ts';
import { withEngine } from '#tests/support/engine.ts';

const names = Array.from({ length: 15 }, (_, at) => `boxes_${at}`);
const registry = defineRegistry(
  names.map((name) =>
    defineResource(name, {
      label: ['Box', 'Boxes'],
      title: 'code',
      fields: { code: text('Code') },
      columns: ['code'],
      messages: messagesFor('box'),
    }),
  ),
);
const engine = withEngine(registry, { makeTables: true });

beforeAll(async () => {
  for (const [at, name] of names.entries())
    await engine.call('POST', `/${name}`, { code: at === 8 ? 'Crate' : `Big crate ${at}` });
});

it('a search over many models finds the records of all of them, the best first and else in their order', async () => {
  const { body } = await engine.call<SearchAnswer['data']>('GET', '/search?q=crate');
  const others = names.filter((_, at) => at !== 8);
  expect(body.data.map(({ model }) => model)).toEqual([names[8], ...others]);
});
