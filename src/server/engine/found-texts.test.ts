import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';

const engine = withEngine(registry);

/** Most of them alike, as identifiers are; the newest are the ones in which parts are tried. */
const NAMES = [
  ...Array.from({ length: 40 }, (_, at) => `Cost 9000${String(at * 37).padStart(4, '0')}00`),
  ...Array.from({ length: 40 }, (_, at) => `person.${at}@long-company-name.example.com`),
  'Repeated repeated',
  'Fifty% of_all\\things',
  'Straßenbahnhaltestelle',
  'İstanbul-Boğaziçi1234567',
  `Abcdefgh${'-A-b'.repeat(14)}`,
  'ABCDEFGHIJ klmnopqrst'.repeat(3),
];

const WORDS = [
  '900000370',
  '000740',
  'COMPANY-NAME.example',
  'long-company',
  'person.12@long-company-name.example.com',
  'repeated',
  'repeatedrepeated',
  'fifty% of_all\\things',
  'of_all\\th',
  'straßenbahnhaltestelle',
  'bahnhalt',
  'boğaziçi1234567',
  'abcdefghij klmnopqrstabcdefghij klmnopqrst',
  `abcdefgh${'-a-b'.repeat(14)}`,
  'abcdefghijk',
  'nothing-like-this1234567',
  '0037000 cost',
];

beforeAll(async () => {
  await engine.db.query({
    text: 'INSERT INTO departments (name) SELECT name FROM unnest($1::text[]) name',
    values: [NAMES],
  });
});

const found = async (query: string) => {
  const { body } = await engine.call<{ name: string }[]>('GET', `/departments?${query}&sort=id`);
  return { names: body.data.map(({ name }) => name), total: body.meta['total'] };
};

describe('a text is found whatever its parts are, by a statement for these words and by one for any', () => {
  it.each(WORDS)('%s', async (text) => {
    const has = (word: string) => (name: string) => name.toLowerCase().includes(word.toLowerCase());
    const words = text.split(/\s+/);
    const byAll = NAMES.filter((name) => words.every((word) => has(word)(name)));
    const byName = NAMES.filter(has(text));
    // PostgreSQL plans the first five times for the very values.
    for (let time = 0; time < 7; time += 1) {
      const size = time % 2 === 0 ? '' : '&per_page=500';
      const word = encodeURIComponent(text);
      expect(await found(`q=${word}${size}`)).toEqual({ names: byAll, total: byAll.length });
      expect(await found(`by_name=${word}${size}`)).toEqual({ names: byName, total: byName.length });
    }
  });
});
