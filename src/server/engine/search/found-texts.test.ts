import { beforeAll, describe, expect, it } from 'vitest';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { piecesOf } from './found-texts.ts';

const engine = withEngine(registry);

/** One word of which no six letters stand twice, longer than what is read of a word at once. */
const LONG_WORD = Array.from({ length: 60 }, (_, at) => `${String(at).padStart(2, '0')}x`).join('');

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
  LONG_WORD,
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
  LONG_WORD,
  ...[0, 58, 59, 60, 63, 64, 65, 66, 69, 123, 128, 174].map((at) => LONG_WORD.slice(at, at + 6)),
  LONG_WORD.slice(50, 80),
];

beforeAll(async () => {
  await engine.db.query({
    text: 'INSERT INTO departments (name) SELECT name FROM unnest($1::text[]) name',
    values: [NAMES],
  });
});

describe('the pieces that are looked up in the index of texts', () => {
  it.each([
    ['%90000123%', '900001 000123', 'the first and the last, where these overlap'],
    ['%123456%', '123456', 'one'],
    [`%${'abcdefghij'.repeat(6)}%`, 'abcdef ijabcd ghijab efghij', 'of many some from the start to the end'],
    ['%abcdefghijklmnop%', 'abcdef ghijkl klmnop', 'those side by side, and the last'],
    ['%COST Abcdef%', 'Abcdef', 'as they were typed, for the database to write small'],
    ['%12345 67890%', '', 'none across words'],
    ['%wx\\_yzabcd\\%9000%', 'yzabcd', 'no characters with another between'],
    [
      '%abcdefİstanbul%',
      'stanbu tanbul',
      'none before a letter that could change how they are written small',
    ],
    ['%abcdefİ%', '', 'none where there are no others'],
  ])('of %s are %j: %s', (pattern, pieces) => {
    expect(piecesOf(pattern).join(' ')).toBe(pieces);
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
