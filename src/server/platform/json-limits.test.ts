import { describe, expect, it } from 'vitest';
import { limitJson } from './json-limits.ts';

const statusOf = (text: string): number | null => {
  try {
    limitJson(text);
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
    ['five million values and one more', `[${'1,'.repeat(5_000_001)}1]`, 413],
  ])('is settled before it is parsed: %s', (_what, text, status) => {
    expect(statusOf(text)).toBe(status);
  });
});
