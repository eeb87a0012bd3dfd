import { describe, expect, it } from 'vitest';
import { departments } from '#resources/departments.ts';
import { registry } from '#resources/registry.ts';
import { withEngine } from '#tests/support/engine.ts';
import { RareParts, rarestPart, sampleOf } from './rare-parts.ts';

/** Numbered alike, as identifiers are. */
const NUMBERED = Array.from({ length: 400 }, (_, at) => `cost 9000${String(at * 37).padStart(6, '0')}`);

describe('the part of a word that the index of texts is asked for', () => {
  const sample = sampleOf(NUMBERED);

  it.each([
    ['%9000007770%', '%7770%', 'the characters that fewest texts have'],
    ['%abcdefgh%', '%efgh%', 'of equally rare ones the last'],
    ['%COST 9000Wxyz%', '%Wxyz%', 'as they were typed, for the database to write small'],
    ['%9000000%', '%9000000%', 'all of it where no part is rare'],
    ['%wx\\_yz\\%9000%', '%wx\\_yz\\%9000%', 'no characters with another between'],
    ['%abcdİstanbul%', '%nbul%', 'none before a letter that could change how they are written small'],
    ['%abcdİ%', '%abcdİ%', 'all of it where there are no others'],
  ])('of %s is %s: %s', (pattern, part) => {
    expect(rarestPart(pattern, sample)).toBe(part);
  });
});

describe('what is known of the texts of a model', () => {
  const engine = withEngine(registry);

  it('is read while people search, and until then the index is asked for the whole word', async () => {
    const parts = new RareParts(engine.db, departments.name);
    expect(parts.of('%900000037%')).toBe('%900000037%');
    await engine.db.query({
      text: 'INSERT INTO departments (name) SELECT name FROM unnest($1::text[]) name',
      values: [NUMBERED],
    });
    const later = new RareParts(engine.db, departments.name);
    await expect.poll(() => later.of('%9000007770%'), { timeout: 20_000 }).toBe('%7770%');
  });
});
