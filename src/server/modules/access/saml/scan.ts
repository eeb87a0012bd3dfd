import { refuseUnless } from './refusal.ts';

/** A response with a few dozen attributes is 10 kB; with hundreds of groups it stays below this. */
export const longestMessage = 256 * 1024;
const deepestElement = 40;
const mostAttributes = 64;

const space = '[ \\t\\r\\n]';
const name = '[A-Za-z_][\\w.:-]*';
const value = '"[^"<]*"|\'[^\'<]*\'';
const declaration = new RegExp(`^\\uFEFF?(?:<\\?xml${space}[^?<>]*\\?>)?${space}*`);
const tag = new RegExp(
  `<(?:/${name}${space}*|${name}((?:${space}+${name}=(?:${value}))*)${space}*(/?))>`,
  'y',
);
const text = /[^<]*/y;
const attribute = new RegExp(`${name}=(?:${value})`, 'g');
const badReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/;

/**
 * Refuses everything but plain elements, attributes and text, before any parser sees the message. With no
 * DOCTYPE, entity, comment, processing instruction and CDATA left there is nothing to expand or to fetch,
 * and no text that one parser reads shorter than another. Depth and size are bounded; one linear pass.
 */
export function scanXml(xml: string): void {
  refuseUnless(xml.length <= longestMessage, 'the message is too long');
  refuseUnless(!badReference.test(xml), 'an entity that XML does not predefine');
  let position = declaration.exec(xml)?.[0].length ?? 0;
  let depth = 0;
  let roots = 0;
  while (position < xml.length) {
    if (xml[position] !== '<') {
      text.lastIndex = position;
      const run = text.exec(xml)?.[0] ?? '';
      refuseUnless(depth > 0 || run.trim() === '', 'text outside the root element');
      position += run.length;
      continue;
    }
    tag.lastIndex = position;
    const match = tag.exec(xml);
    refuseUnless(match, 'a DOCTYPE, comment, processing instruction, CDATA section or broken tag');
    position += match[0].length;
    if (match[0].startsWith('</')) {
      depth -= 1;
      refuseUnless(depth >= 0, 'an end tag without its beginning');
      continue;
    }
    refuseUnless((match[1]?.match(attribute)?.length ?? 0) <= mostAttributes, 'too many attributes');
    if (depth === 0) roots += 1;
    if (match[2] === '/') continue;
    depth += 1;
    refuseUnless(depth <= deepestElement, 'elements nested too deeply');
  }
  refuseUnless(depth === 0 && roots === 1, 'not exactly one complete root element');
}
