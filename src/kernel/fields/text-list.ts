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
import { lineOfText } from './bounded-text.ts';

export interface TextListOptions extends CommonOptions {
  /** Most texts. */
  most?: number;
  /** Most characters of one of them. */
  max?: number;
  /** The sentence where there is none; by default that of its label. */
  missing?: string;
  /** The sentence about a text of the list that is empty. */
  missingText?: string;
  /** Requests may hold the JSON text of the list, as those of the portal's own pages do. */
  asJson?: boolean;
  /** Requests may hold one text with the texts in it, with commas or semicolons between them. */
  commas?: boolean;
  /** The texts that there are to choose from; no other is taken. */
  of?: readonly string[];
}

export interface TextListField<W extends Writing = Writing> extends FieldOf<'text-list', string[], W> {
  most: number;
  max: number;
  missingText: string;
  asJson: boolean;
  commas: boolean;
  of?: readonly string[];
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
  const {
    hint,
    missing,
    missingText,
    asJson = false,
    commas = false,
    of,
    ...bounds
  } = (options ?? {}) as TextListOptions;
  const { most = 100, max = 255 } = bounds;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return {
    kind: 'text-list',
    label,
    writing,
    nullable: false,
    hint,
    missing,
    most,
    max,
    missingText: missingText ?? `${label} must not have an empty text.`,
    asJson,
    commas,
    of,
  };
}

/** The list, or the JSON text of one, which says that there is none by an empty one too. */
function listOrItsText(field: TextListField, list: z.ZodMiniType<string[]>): z.ZodMiniType {
  const read = z.transform((value: unknown) =>
    typeof value === 'string' ? (parsed(value) ?? value) : value,
  );
  return z
    .pipe(read, list)
    .check(z.refine((texts) => texts.length > 0 || isOptional(field), { error: requiredMessage(field) }));
}

const listOrText = (label: string) =>
  z.union([z.string(), z.array(z.unknown())], { error: `${label} must be a list of texts.` });

/** The texts between commas or semicolons; what is no text is left to the list itself. */
const separated = (value: string | unknown[]): unknown =>
  typeof value === 'string'
    ? value
        .split(/[,;]/)
        .map((text) => text.trim())
        .filter(Boolean)
    : value;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isOptional = ({ writing }: TextListField) => writing !== 'required' && writing !== 'create-required';

export const textListKind: Kind<TextListField> = {
  schema: (field) => {
    const { label, most } = field;
    const one = lineOfText({ ...field, code: false }).check(
      z.refine((text) => text !== '', { error: field.missingText }),
      z.refine((text) => !/[;\r\n]/.test(text), {
        error: `${label} must not have a semicolon or a new line within a text.`,
      }),
      z.refine((text) => !field.of || field.of.includes(text), {
        error: `${label} must be of those that there are, such as ${field.of?.slice(0, 3).join(', ')}.`,
      }),
    );
    const list = z
      .array(one, { error: `${label} must be a list of texts.` })
      .check(z.maxLength(most, { error: `${label} must have at most ${most} texts.` }));
    if (field.commas) return z.pipe(z.pipe(listOrText(label), z.transform(separated)), list);
    return field.asJson ? listOrItsText(field, list) : list;
  },
  written: (value, { asJson }) => (asJson && Array.isArray(value) ? JSON.stringify(value) : value),
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
  free: ({ of }) => of === undefined,
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  distinguishes: false,
  isWhole: true,
  hidden: false,
  fault: () => null,
};

function joined(value: unknown): string {
  return Array.isArray(value) ? value.join(SEPARATOR) : String(value);
}
