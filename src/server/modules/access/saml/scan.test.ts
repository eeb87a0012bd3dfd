import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SamlRefusal } from './refusal.ts';
import { longestMessage, scanXml } from './scan.ts';

/** Plain XML or refused; any other error is a fault. */
function isPlain(xml: string): boolean {
  try {
    scanXml(xml);
    return true;
  } catch (error) {
    if (error instanceof SamlRefusal) return false;
    throw error;
  }
}

test.each([
  '<a/>',
  '<?xml version="1.0" encoding="UTF-8"?>\n<a b="c > d" xmlns:e=\'f\'><e:g>text &amp; &#13; &#x41;</e:g ></a>\n',
  '\uFEFF<a></a>',
])('%j is plain XML', (xml) => {
  expect(isPlain(xml)).toBe(true);
});

test.each([
  ['', 'nothing'],
  ['text', 'text alone'],
  ['<a>', 'no end'],
  ['</a>', 'an end alone'],
  ['<a/><b/>', 'two roots'],
  ['<a></a>text', 'text behind the root'],
  ['<a><!-- --></a>', 'a comment'],
  ['<a><?b?></a>', 'a processing instruction'],
  ['<?xml version="1.0"?><?b?><a/>', 'a processing instruction before the root'],
  ['<a><![CDATA[b]]></a>', 'a CDATA section'],
  ['<!DOCTYPE a><a/>', 'a DOCTYPE'],
  ['<a>&b;</a>', 'an entity'],
  ['<a b="&c;"/>', 'an entity in an attribute'],
  ['<a b="<"/>', 'a bracket in an attribute'],
  ['<a b=c/>', 'an attribute without quotes'],
  ['<a b="c"d="e"/>', 'attributes that touch'],
  ['< a/>', 'a blank before the name'],
  [`${'<a>'.repeat(41)}${'</a>'.repeat(41)}`, 'too deep'],
  [`<a ${Array.from({ length: 65 }, (_, at) => `a${at}="" `).join('')}/>`, 'too many attributes'],
  [`<a>${'b'.repeat(longestMessage)}</a>`, 'too long'],
])('%j is refused: %s', (xml) => {
  expect(isPlain(xml)).toBe(false);
});

test('whatever it is given, it is plain or refused', () => {
  const pieces = fc.constantFrom(
    '<',
    '>',
    '/',
    'a',
    ' ',
    '="',
    '"',
    "'",
    '<a b="c">',
    '</a>',
    '&amp;',
    '<!',
    '<?',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), fc.integer({ min: 1, max: 2000 }), (parts, times) => {
      const xml = parts.join('').repeat(times).slice(0, longestMessage);
      expect([true, false]).toContain(isPlain(xml));
    }),
    { numRuns: 200 },
  );
});
