import { textual, textualKind, type TextualField, type TextualOptions } from './bounded-text.ts';
import type { Kind, ValueOf, Writing, WritingOf } from './field.ts';

export interface RichTextOptions extends TextualOptions {
  /** Of the text in its editor, in pixels; it grows with more. */
  height?: number;
}

export interface RichTextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends TextualField<'rich-text', V, W> {
  height: number;
}

/** The allowed attributes of `richTextTags`, by tag. */
export const richTextAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ol: ['start'],
};

/** The tags that rich text keeps; the server takes all others out, on the way in and out. */
export const richTextTags: readonly string[] =
  'p br hr h1 h2 h3 h4 blockquote pre code strong b em i u s sub sup mark a ul ol li'.split(' ');

/**
 * Formatted text as HTML; `max` counts its tags too.
 * @public for the declarations of models
 */
export function richText<const O extends RichTextOptions = object>(
  label: string,
  options?: O,
): RichTextField<ValueOf<O, string>, WritingOf<O>> {
  const { height = 240 } = (options ?? {}) as RichTextOptions;
  return { ...textual('rich-text', label, options, 50_000), height };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&nbsp;', ' '],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&amp;', '&'],
]);

/** The words of rich text in one line, without its formatting, for where there is room for words only. */
export function plainText(html: string): string {
  return (
    html
      // A tag has no second '<': looking for its end from every '<' of many would take the square of their number.
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/&(?:nbsp|lt|gt|quot|amp);/g, (entity) => ENTITIES.get(entity) ?? entity)
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}

export const richTextKind: Kind<RichTextField> = {
  ...textualKind,
  isWhole: true,
  answer: () => ({ type: 'string', description: 'HTML that is safe to show.' }),
  isBlank: (value) => typeof value === 'string' && !value.includes('<hr') && plainText(value) === '',
  display: (value) => plainText(String(value)),
  filters: ['contains'],
};
