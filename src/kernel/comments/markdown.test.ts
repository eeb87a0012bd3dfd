import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Inline } from './inlines.ts';
import { mentionsIn, plainWords, readMarkdown, type Block } from './markdown.ts';

const text = (words: string): Inline => ({ is: 'text', text: words });
const paragraph = (...of: Inline[]): Block => ({ is: 'paragraph', of });

/** Where the links of some parts lead. */
const linksIn = (inlines: readonly Inline[]): string[] =>
  inlines.flatMap((inline) => [
    ...(inline.is === 'link' ? [inline.href] : []),
    ...('of' in inline ? linksIn(inline.of) : []),
  ]);

const linksOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.is === 'code') return [];
    if (block.is === 'list') return block.items.flatMap(linksIn);
    return block.is === 'quote' ? linksOf(block.of) : linksIn(block.of);
  });

describe('a text in Markdown', () => {
  test.each<[string, Inline[]]>([
    [
      'plain **bold** and *slanted*',
      [
        text('plain '),
        { is: 'strong', of: [text('bold')] },
        text(' and '),
        { is: 'em', of: [text('slanted')] },
      ],
    ],
    ['**a *b* c**', [{ is: 'strong', of: [text('a '), { is: 'em', of: [text('b')] }, text(' c')] }]],
    ['~~gone~~ `a * b`', [{ is: 'del', of: [text('gone')] }, text(' '), { is: 'code', text: 'a * b' }]],
    ['one_word_only 2 * 3 * 4', [text('one_word_only 2 * 3 * 4')]],
    ['**never closed', [text('**never closed')]],
    [String.raw`\*as typed\*`, [text('*as typed*')]],
    ['two\nlines', [text('two'), { is: 'break' }, text('lines')]],
    [
      'see https://example.com/a?b=c.',
      [
        text('see '),
        { is: 'link', href: 'https://example.com/a?b=c', of: [text('https://example.com/a?b=c')] },
        text('.'),
      ],
    ],
    [
      '[the page](https://example.com/) and <mailto:ada@example.com>',
      [
        { is: 'link', href: 'https://example.com/', of: [text('the page')] },
        text(' and '),
        { is: 'link', href: 'mailto:ada@example.com', of: [text('ada@example.com')] },
      ],
    ],
    [
      'thanks @ada@example.com, and bob@example.com',
      [text('thanks '), { is: 'mention', email: 'ada@example.com' }, text(', and bob@example.com')],
    ],
  ])('%j has these parts', (written, parts) => {
    expect(readMarkdown(written)).toEqual([paragraph(...parts)]);
  });

  it('has blocks: headings, quotes, lists and code', () => {
    const written = '# Why\n> as *they* say\n- one\n  more\n- two\n3. three\n\n```js\n<b>&amp;</b>\n```\nend';
    expect(readMarkdown(written)).toEqual([
      { is: 'heading', of: [text('Why')] },
      { is: 'quote', of: [paragraph(text('as '), { is: 'em', of: [text('they')] }, text(' say'))] },
      {
        is: 'list',
        ordered: false,
        start: 1,
        items: [[text('one'), { is: 'break' }, text('more')], [text('two')]],
      },
      { is: 'list', ordered: true, start: 3, items: [[text('three')]] },
      { is: 'code', text: '<b>&amp;</b>' },
      paragraph(text('end')),
    ]);
  });

  it('keeps HTML as the text that it is', () => {
    const hostile = '<img src=x onerror=alert(1)> &lt;script&gt;';
    expect(readMarkdown(hostile)).toEqual([paragraph(text(hostile))]);
  });

  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert`1`)',
    '[x](data:text/html,hi)',
    '[x](//example.com)',
    '[x](/auth/home)',
    '<javascript:alert>',
    '[x](vbscript:x)',
  ])('%s is no link', (written) => {
    expect(JSON.stringify(readMarkdown(written))).not.toContain('"link"');
  });

  it('is read whatever stands in it, and leads nowhere but to http, https and mailto', () => {
    const signs =
      '* ** _ ~~ ` ``` [ ] ( ) < > @ \\ # - 1. a https:// mailto: javascript: x@y.org &amp; 🏔 "'.split(' ');
    const sign = fc.constantFrom(' ', '\n', ...signs);
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (written) => {
        const joined = written.join('');
        expect(linksOf(readMarkdown(joined)).filter((href) => !/^(?:https?|mailto):/.test(href))).toEqual([]);
        expect(typeof plainWords(joined)).toBe('string');
      }),
      { numRuns: 500 },
    );
  });

  it('keeps every sign of a text without marks', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9 ,;:=&"'%$]{0,80}$/), (written) => {
        expect(plainWords(written)).toBe(written.trim());
      }),
    );
  });

  it('reads the longest text of nothing but marks', () => {
    for (const sign of ['*', '_', '[', '<', '`', '> ', '- ', '**a ', '[a](', 'http://%', '@a@b.', '\\'])
      expect(readMarkdown(sign.repeat(10_000 / sign.length)).length).toBeGreaterThan(0);
  });
});

it('becomes plain words for a mail', () => {
  const written =
    '**Please** look at [the bill](https://example.com/b), @ada@example.com:\n\n1. `AWS`\n2. Azure\n\n> quoted\n\nhttps://example.com/';
  expect(plainWords(written)).toBe(
    'Please look at the bill (https://example.com/b), @ada@example.com:\n\n1. AWS\n2. Azure\n\n> quoted\n\nhttps://example.com/',
  );
});

it('mentions addresses, each once, and none in code or within a word', () => {
  const written =
    '@Ada@example.com **@bob@example.com** @ada@example.com\n- @eve@example.com\n> @dan@example.com\n\n`@no@example.com` a@b@example.com @nobody';
  expect(mentionsIn(written)).toEqual([
    'ada@example.com',
    'bob@example.com',
    'eve@example.com',
    'dan@example.com',
  ]);
});
