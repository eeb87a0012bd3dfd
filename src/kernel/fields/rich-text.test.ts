import { expect, it } from 'vitest';
import { plainText, richText, richTextKind } from './rich-text.ts';

it.each([
  ['<p>two</p><p>words</p>', 'two words'],
  ['<a href="https://example.com/?a&lt;b">a link</a>', 'a link'],
  ['1 &lt; 2 &amp;&nbsp;3 &gt; 2', '1 < 2 & 3 > 2'],
  ['<p> </p>', ''],
])('the words of %s are those without its tags', (html, words) => {
  expect(plainText(html)).toBe(words);
});

it('a text that is nothing but openings of tags is not blank', () => {
  // A little longer than what is kept, which comes as it was sent.
  const text = '<'.repeat(richText('Answer').max + 500);
  expect(richTextKind.isBlank(text)).toBe(false);
});
