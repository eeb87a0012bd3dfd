import { richTextTags } from '#kernel/fields/rich-text.ts';

/** The schemes that a link may have. */
export const SCHEMES: readonly string[] = ['http', 'https', 'mailto'];
/** Deeper nesting costs more than anybody writes. */
export const DEEPEST = 50;

const VOID = new Set(['br', 'hr']);
const OPENING = new Set(richTextTags.filter((tag) => !VOID.has(tag)));
/** Of an attribute each character of its value means itself or is one of the entities that cleaned HTML has. */
const WITH_ATTRIBUTE = /^(?:(a) href|(ol) start)="([^"]*)"$/;
const OTHER_ENTITY = /&(?!(?:amp|lt|gt|quot);)/;
/** The characters that browsers leave out of an address before they look for its scheme: blanks, and all signs before them. */
const IGNORED = /[^!-\uFFFF]+/g;
const SCHEME = /^([a-z][a-z0-9.\-+]*):/i;

function isHarmlessAddress(written: string): boolean {
  const address = written.replaceAll(IGNORED, '');
  const scheme = SCHEME.exec(address)?.[1];
  return scheme === undefined ? !/^[/\\]{2}/.test(address) : SCHEMES.includes(scheme.toLowerCase());
}

/** The tag that is opened by the text between `<` and `>`; null where cleaned HTML has no such tag. */
function opened(inside: string): string | null {
  if (OPENING.has(inside)) return inside;
  const [, link, list, value = ''] = WITH_ATTRIBUTE.exec(inside) ?? [];
  if (link !== undefined) return isHarmlessAddress(value) ? link : null;
  return list ?? null;
}

/**
 * Whether HTML is as it is once it is cleaned: the tags and attributes of rich text in their one spelling, each closed in
 * its order, and nothing else. Whatever the cleaning makes is; to see that costs a twentieth of cleaning it.
 */
export function isCleanHtml(html: string): boolean {
  if (OTHER_ENTITY.test(html)) return false;
  const [before = '', ...pieces] = html.split('<');
  if (before.includes('>')) return false;
  const open: string[] = [];
  for (const piece of pieces) {
    const end = piece.indexOf('>');
    if (end === -1 || piece.includes('>', end + 1)) return false;
    const inside = piece.slice(0, end);
    if (inside.startsWith('/')) {
      if (open.pop() !== inside.slice(1)) return false;
    } else if (!inside.endsWith(' /') || !VOID.has(inside.slice(0, -2))) {
      const tag = opened(inside);
      if (tag === null || open.push(tag) > DEEPEST) return false;
    }
  }
  return open.length === 0;
}
