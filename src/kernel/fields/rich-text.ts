import {
  equalTo,
  isIdentical,
  nullOrRequired,
  writingOf,
  type CommonOptions,
  type FieldOf,
  type Kind,
  type ValueOf,
  type Writing,
  type WritingOf,
} from './field.ts';
import { storableText } from './text.ts';

export interface RichTextOptions extends CommonOptions {
  /** Most characters, tags included. */
  max?: number;
}

export interface RichTextField<
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<'rich-text', V, W> {
  max: number;
}

/** What `richTextTags` may have as attributes, by tag. */
export const richTextAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ol: ['start'],
};

/** The tags that rich text keeps; the server takes all others out, on the way in and out. */
export const richTextTags: readonly string[] =
  'p br hr h1 h2 h3 h4 blockquote pre code strong b em i u s sub sup mark a ul ol li'.split(' ');

/**
 * Formatted text as HTML.
 * @public for the declarations of models
 */
export function richText<const O extends RichTextOptions = object>(
  label: string,
  options?: O,
): RichTextField<ValueOf<O, string>, WritingOf<O>> {
  const { optional, hint, max = 50_000 } = (options ?? {}) as RichTextOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind: 'rich-text', label, writing, nullable: optional === true, hint, max };
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
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:nbsp|lt|gt|quot|amp);/g, (entity) => ENTITIES.get(entity) ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export const richTextKind: Kind<RichTextField> = {
  schema: storableText,
  answer: () => ({ type: 'string', description: 'HTML that is safe to show.' }),
  longest: ({ max }) => max,
  isBlank: (value) => typeof value === 'string' && !value.includes('<hr') && plainText(value) === '',
  whenEmpty: nullOrRequired,
  preset: () => undefined,
  same: isIdentical,
  parseCell: (_field, cell) => ({ value: cell }),
  formatCell: String,
  sheet: 'text',
  display: (value) => plainText(String(value)),
  filters: ['contains'],
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  hidden: false,
  fault: () => null,
};
