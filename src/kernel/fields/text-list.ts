import * as z from 'zod/mini';
import {
  equalTo,
  isBlankText,
  requiredMessage,
  writingOf,
  type CommonOptions,
  type FieldOf,
  type Kind,
  type Writing,
  type WritingOf,
} from './field.ts';
import { storableText } from './bounded-text.ts';

export interface TextListOptions extends CommonOptions {
  /** Most texts. */
  most?: number;
  /** Most characters of one of them. */
  max?: number;
}

export interface TextListField<W extends Writing = Writing> extends FieldOf<'text-list', string[], W> {
  most: number;
  max: number;
}

/** Between the texts, in cells and on screens. */
const SEPARATOR = ' ; ';

/**
 * Lines of text in their order, such as the people that something is assigned to; none is an empty list, not null.
 * @public for the declarations of models
 */
export function textList<const O extends TextListOptions = object>(
  label: string,
  options?: O,
): TextListField<WritingOf<O>> {
  const { hint, most = 100, max = 255 } = (options ?? {}) as TextListOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind: 'text-list', label, writing, nullable: false, hint, most, max };
}

const isOptional = ({ writing }: TextListField) => writing !== 'required' && writing !== 'create-required';

export const textListKind: Kind<TextListField> = {
  schema: (field) => {
    const { label, most } = field;
    const one = storableText(field).check(
      z.refine((text) => text !== '', { error: `${label} must not have an empty text.` }),
      z.refine((text) => !/[;\r\n]/.test(text), {
        error: `${label} must not have a semicolon or a new line within a text.`,
      }),
    );
    return z
      .array(one, { error: `${label} must be a list of texts.` })
      .check(z.maxLength(most, { error: `${label} must have at most ${most} texts.` }));
  },
  answer: () => ({ type: 'array', items: { type: 'string' } }),
  longest: ({ most, max }) => most * (max + SEPARATOR.length),
  isBlank: (value) => isBlankText(value) || (Array.isArray(value) && value.length === 0),
  whenEmpty: (field) => (isOptional(field) ? { value: [] } : { error: requiredMessage(field) }),
  preset: (field) => (isOptional(field) ? [] : undefined),
  same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  parseCell: (_field, cell) => ({
    value: cell
      .split(';')
      .map((text) => text.trim())
      .filter(Boolean),
  }),
  formatCell: joined,
  sheet: 'text',
  display: joined,
  filters: ['contains', 'equals'],
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  tells: false,
  hidden: false,
  fault: () => null,
};

function joined(value: unknown): string {
  return Array.isArray(value) ? value.join(SEPARATOR) : String(value);
}
