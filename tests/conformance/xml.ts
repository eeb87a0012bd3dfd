import { DOMParser, type Element } from '@xmldom/xmldom';
import type { Definition, Schema } from './definitions.ts';

/** The root of a document. @throws where it is no XML */
export function xmlRoot(text: string): Element {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (root === null) throw new Error('The answer has no element.');
  return root;
}

export const childrenOf = (element: Element): Element[] =>
  Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1);

/** An element as the JSON value that a schema describes; what no schema describes stays in it, to be found. */
export function valueOf(element: Element, given: Schema, definition: Definition): unknown {
  const schema = resolved(given, definition);
  if (schema['type'] === 'array')
    return childrenOf(element).map((one) => valueOf(one, itemsOf(schema), definition));
  if (schema['type'] !== 'object') return scalar(element.textContent ?? '', schema);
  const made: Record<string, unknown> = {};
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  for (const child of childrenOf(element)) {
    const name = child.localName ?? '';
    const inner = properties[name] ?? {};
    // Items of a list that has no element of its own lie beside the other members.
    if (inner['type'] === 'array' && inner['xmlItem'] === '')
      ((made[name] ??= []) as unknown[]).push(valueOf(child, itemsOf(inner), definition));
    else made[name] = valueOf(child, inner, definition);
  }
  return made;
}

const itemsOf = (schema: Schema) => (schema['items'] ?? {}) as Schema;

function resolved(schema: Schema, { schemas }: Definition): Schema {
  const name = (schema['$ref'] as string | undefined)?.replace('#/schemas/', '');
  return name === undefined ? schema : (schemas[name] ?? {});
}

function scalar(text: string, { type }: Schema): unknown {
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
