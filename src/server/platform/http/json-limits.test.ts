import { describe, expect, it } from 'vitest';
import { JsonLimits } from './json-limits.ts';

/** The text is looked at in parts of so many characters. */
const statusOf = (text: string, part = text.length, longestText?: number): number | null => {
  const limits = new JsonLimits(longestText);
  try {
    for (let at = 0; at < text.length; at += part) limits.push(text.slice(at, at + part));
    return null;
  } catch (error) {
    return (error as { status: number }).status;
  }
};
const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
const names = (count: number) => Array.from({ length: count }, (_, at) => `"n${at}":1`).join();

describe('what a JSON text may become', () => {
  it.each<[string, string, number | null]>([
    ['32 levels', nested(32), null],
    ['34 levels', nested(34), 400],
    ['levels that never end', '['.repeat(1_000_000), 400],
    ['brackets in a text', JSON.stringify({ a: '[{'.repeat(1000) }), null],
    ['brackets behind a quote in a text', JSON.stringify({ a: `"${'['.repeat(1000)}` }), null],
    ['brackets behind backslashes in a text', JSON.stringify({ a: `\\\\"${'['.repeat(1000)}` }), null],
    ['brackets behind a text that ends with a backslash', `["\\\\",${'['.repeat(1000)}`, 400],
    ['a text that never ends', `["${'['.repeat(1000)}`, null],
    ['more ends than beginnings', ']'.repeat(1000), null],
    [
      'an import of 100,000 rows',
      JSON.stringify({ data: Array.from({ length: 100_000 }, () => ({ a: 1 })) }),
      null,
    ],
    ['200,001 objects', `[${'{},'.repeat(200_000)}{}]`, 413],
    ['1,000 fields', `{${names(1000)}}`, null],
    ['1,001 fields', `{${names(1001)}}`, 413],
    ['1,001 fields, one in each object', `[${names(1001).replaceAll(/[^,]+/g, '{$&}')}]`, 413],
    ['1,001 fields behind spaces', `{ ${names(1001).replaceAll(',', ' ,\n\t')}}`, 413],
    [
      'many texts that are no fields',
      JSON.stringify(Array.from({ length: 5000 }, (_, at) => `n${at}`)),
      null,
    ],
    [
      'many texts as values',
      JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ a: `n${at}` }))),
      null,
    ],
    ['a number of 1,000 digits', `{"a":[${'1'.repeat(1000)},-1]}`, null],
    ['a number of 1,001 digits', `{"a":[1,${'1'.repeat(1001)}]}`, 413],
    ['a number that never ends', '1'.repeat(2_000_000), 413],
    ['signs that are no number', `[${'-'.repeat(2_000_000)}`, 413],
    ['a word that is none', `[true,${'a'.repeat(1001)}]`, 413],
    ['many short numbers', `[${'123 ,\n'.repeat(5000)}null]`, null],
    ['much space', `[${' '.repeat(5000)}1${'\t'.repeat(5000)},${'\n'.repeat(5000)}2]`, null],
    ['five million values and one more', `[${'1,'.repeat(5_000_001)}1]`, 413],
  ])('is settled before it is parsed: %s', (_what, text, status) => {
    expect(statusOf(text)).toBe(status);
    expect(statusOf(text, 1021)).toBe(status);
  });

  it.each<[string, string, number | null]>([
    ['a prototype as a field', '{"a":[{"__proto__":1}]}', 400],
    ['a prototype that is written in escapes', '{"\\u005f\\u005fproto__":1}', 400],
    ['a prototype as a text', '{"a":"__proto__","b":["__proto__"]}', null],
    ['the prototype of a constructor', '{"constructor":{"a":1,"prototype":1}}', 400],
    ['a constructor that is a text', '{"constructor":"x","prototype":{"prototype":1}}', null],
    ['a name of a million characters', `{"${'x'.repeat(1_000_000)}":1}`, 413],
  ])('is settled wherever the parts of it end: %s', (_what, text, status) => {
    for (const part of [1, 2, 3, 7, text.length]) expect(statusOf(text, part)).toBe(status);
  });

  it('is a text of so many characters at most, escapes and parts of it included', () => {
    const text = JSON.stringify({ a: '"'.repeat(50), b: 'x'.repeat(100) });
    for (const part of [1, 9, text.length]) {
      expect(statusOf(text, part, 100)).toBeNull();
      expect(statusOf(text, part, 99)).toBe(413);
    }
  });
});
