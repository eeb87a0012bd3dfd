import { refuseUnless } from './refusal.ts';

/** A response with a few dozen attributes is 10 kB; with hundreds of groups it stays below this. */
export const longestMessage = 256 * 1024;

/**
 * Limits of what parsers and signature libraries are given. Some of their work grows with the square of these, so
 * the limits lie close above what providers send: 100 elements and one for each group of the person, of which
 * each may declare two namespaces and name a type.
 */
export const limits = {
  elements: 1500,
  depth: 20,
  attributesOfElement: 24,
  attributes: 6000,
  namespacesOfElement: 12,
  namespacesInScope: 32,
  /** Characters; a name is written with every element. */
  name: 256,
  /** Characters of one attribute's value. */
  value: 8192,
} as const;

const space = '[ \\t\\r\\n]';
const name = '[A-Za-z_][\\w.:-]*';
const declaration = new RegExp(`^\\uFEFF?(?:<\\?xml${space}[^?<>]*\\?>)?${space}*`);
const endTag = new RegExp(`</(${name})${space}*>`, 'y');
const startTag = new RegExp(`<(${name})`, 'y');
const attribute = new RegExp(`${space}+(${name})=(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const startTagEnd = new RegExp(`${space}*(/?)>`, 'y');
const text = /[^<]*/y;
const badReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\dA-Fa-f]{1,6});)/;

/** The results of scanning a message. */
export interface Scanned {
  /** The attributes of the root element as they are written: name with its prefix → value, references included. */
  root: ReadonlyMap<string, string>;
}

/**
 * Refuses everything but a moderate number of plain elements, attributes and text, before any parser sees the
 * message. With no DOCTYPE, entity, comment, processing instruction and CDATA left there is nothing to expand
 * or to fetch, and no text that one parser reads shorter than another. One linear pass.
 */
export function scanXml(xml: string): Scanned {
  refuseUnless(xml.length <= longestMessage, 'the message is too long');
  refuseUnless(!badReference.test(xml), 'an entity that XML does not predefine');
  const scan = new Scan(xml);
  while (!scan.atEnd) scan.step();
  return { root: scan.finish() };
}

class Scan {
  readonly #xml: string;
  #position: number;
  #root: ReadonlyMap<string, string> | null = null;
  #elements = 0;
  #attributes = 0;
  readonly #open: { name: string; declared: number }[] = [];
  #inScope = 0;

  constructor(xml: string) {
    this.#xml = xml;
    this.#position = declaration.exec(xml)?.[0].length ?? 0;
  }

  get atEnd(): boolean {
    return this.#position >= this.#xml.length;
  }

  /** Reads a run of text or one tag. */
  step(): void {
    if (this.#xml[this.#position] !== '<') {
      const run = this.#match(text)?.[0] ?? '';
      refuseUnless(this.#open.length > 0 || run.trim() === '', 'text outside the root element');
      return;
    }
    const ended = this.#match(endTag);
    if (ended) {
      const begun = this.#open.pop();
      refuseUnless(begun?.name === ended[1], 'an end tag without its beginning');
      this.#inScope -= begun?.declared ?? 0;
      return;
    }
    const begun = this.#match(startTag);
    refuseUnless(begun, 'a DOCTYPE, comment, processing instruction, CDATA section or broken tag');
    this.#element(begun[1] ?? '');
  }

  finish(): ReadonlyMap<string, string> {
    refuseUnless(this.#open.length === 0 && this.#root, 'not exactly one complete root element');
    return this.#root;
  }

  #element(tagName: string): void {
    refuseUnless(tagName.length <= limits.name, 'a name that is too long');
    this.#elements += 1;
    refuseUnless(this.#elements <= limits.elements, 'too many elements');
    const { own, declared } = this.#readAttributes();
    const end = this.#match(startTagEnd);
    refuseUnless(end, 'a DOCTYPE, comment, processing instruction, CDATA section or broken tag');
    if (this.#open.length === 0) {
      refuseUnless(!this.#root, 'not exactly one complete root element');
      this.#root = own;
    }
    refuseUnless(this.#inScope + declared <= limits.namespacesInScope, 'too many namespaces');
    if (end[1] === '/') return;
    this.#inScope += declared;
    this.#open.push({ name: tagName, declared });
    refuseUnless(this.#open.length <= limits.depth, 'elements nested too deeply');
  }

  #readAttributes(): { own: Map<string, string>; declared: number } {
    const own = new Map<string, string>();
    let declared = 0;
    for (let found = this.#match(attribute); found; found = this.#match(attribute)) {
      const [, attributeName = '', doubleQuoted, singleQuoted] = found;
      const value = doubleQuoted ?? singleQuoted ?? '';
      refuseUnless(attributeName.length <= limits.name, 'a name that is too long');
      refuseUnless(value.length <= limits.value, 'the value of an attribute is too long');
      refuseUnless(!own.has(attributeName), 'an attribute that is written twice');
      own.set(attributeName, value);
      this.#attributes += 1;
      refuseUnless(
        own.size <= limits.attributesOfElement && this.#attributes <= limits.attributes,
        'too many attributes',
      );
      if (/^xmlns(?::|$)/.test(attributeName)) declared += 1;
    }
    refuseUnless(declared <= limits.namespacesOfElement, 'too many namespaces');
    return { own, declared };
  }

  /** Matches at the position and moves behind what matched. */
  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#position;
    const match = pattern.exec(this.#xml);
    if (match) this.#position = pattern.lastIndex;
    return match;
  }
}
