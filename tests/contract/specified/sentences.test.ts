import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { messages } from '#resources/messages.ts';
import { registry } from '#resources/registry.ts';
import { reports } from '#resources/reports.ts';
import { importTexts } from '#web/generic/csv-import/import-texts.ts';
import { sentences } from './sentences.ts';

/** Every string below a declaration. */
function stringsOf(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  return Object.values(value).flatMap((part) => stringsOf(part, seen));
}

const declared = new Set([
  ...registry.all.flatMap((model) => stringsOf(model)),
  ...stringsOf(reports),
  ...stringsOf(messages),
  ...registry.all.flatMap((model) => stringsOf(importTexts(model))),
]);

const isSource = (path: string) => /\.tsx?$/.test(path) && !path.includes('.test.');
/** What screens say without a declaration, without the line ends of the formatter. */
const written = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(isSource)
  .map((path) => readFileSync(`src/${path}`, 'utf8'))
  .join('\n')
  .replaceAll(/\s+/g, ' ');

describe('the portal says', () => {
  it.each(sentences)('%s', (sentence) => {
    const said =
      declared.has(sentence) ||
      [...declared].some((text) => text.includes(sentence)) ||
      written.includes(sentence);
    expect(said, sentence).toBe(true);
  });
});
