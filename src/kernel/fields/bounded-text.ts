import * as z from 'zod/mini';
import {
  equalTo,
  isBlankText,
  isIdentical,
  nullOrRequired,
  writingOf,
  type CellResult,
  type CommonOptions,
  type FieldOf,
  type Kind,
  type ValueOf,
  type Writing,
  type WritingOf,
} from './field.ts';
import { isShortened, SHORTENED } from '../csv/csv-cells.ts';
import { invisibleIn, withoutInvisible, withSingleSpaces } from './written-text.ts';

/** The options of every kind of text. */
export interface TextualOptions extends CommonOptions {
  /** Most characters; each kind has its own where none are given. */
  max?: number;
  /** The sentence where it is missing; by default that of its label. */
  missing?: string;
  /**
   * A code by which systems know something, such as the number of a cost center: characters that nobody sees are refused in
   * it, and elsewhere taken out.
   */
  code?: boolean;
}

/** The members of every kind of text. */
export interface TextualField<
  K extends string,
  V extends string | null = string | null,
  W extends Writing = Writing,
> extends FieldOf<K, V, W> {
  max: number;
  code: boolean;
}

/** The part of a field that all kinds of text share. `longest` is how long it may be where the options do not say. */
export function textual<K extends string, const O extends TextualOptions>(
  kind: K,
  label: string,
  options: O | undefined,
  longest: number,
): TextualField<K, ValueOf<O, string>, WritingOf<O>> {
  const { optional, hint, missing, max = longest, code = false } = (options ?? {}) as TextualOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind, label, writing, nullable: optional === true, hint, missing, max, code };
}

interface Bounded {
  label: string;
  max: number;
}

const rawText = ({ label }: Bounded) =>
  z.string({ error: `${label} must be text.` }).check(
    z.refine((value) => value.isWellFormed() && !value.includes('\u0000'), {
      error: `${label} contains characters that cannot be stored.`,
    }),
  );

/** One way to write what looks the same: é is one character, not an e and an accent. */
const composed = z.overwrite<string>((value) => value.normalize('NFC'));

/** At most `max` characters. */
export const within = ({ label, max }: Bounded) =>
  z.maxLength(max, { error: `${label} must have at most ${max} characters.` });

/** Text that the database can hold, trimmed, of `max` characters at most. */
export const storableText = (field: Bounded) => rawText(field).check(composed, z.trim(), within(field));

/** One line of text: a code without, and any other text freed of, what nobody sees; what is unique has single spaces. */
export function lineOfText(field: Bounded & Pick<TextualField<string>, 'code' | 'unique' | 'inUnique'>) {
  const isUnique = field.unique !== undefined || field.inUnique === true;
  const line = rawText(field).check(
    field.code
      ? z.refine((value) => invisibleIn(value) === null, {
          error: ({ input }) =>
            `${field.label} contains ${invisibleIn(String(input))}, which nobody sees. Type it again.`,
        })
      : z.overwrite(withoutInvisible),
    composed,
    z.trim(),
  );
  return (isUnique ? line.check(z.overwrite(withSingleSpaces)) : line).check(within(field));
}

/** Text as it was written, byte for byte, such as a password. */
export const exactText = (field: Bounded) => rawText(field).check(z.trim(), within(field));

/** The same with everything at its beginning and end. */
export const keptText = (field: Bounded) => rawText(field).check(within(field));

/** Reads the cell of a line of text, which a spreadsheet may have spoilt. */
export function readLine(
  { label, code }: Pick<TextualField<string>, 'label' | 'code'>,
  cell: string,
): CellResult {
  if (isShortened(cell)) return { error: `${label} '${cell}' ${SHORTENED}` };
  const invisible = code ? invisibleIn(cell) : null;
  if (invisible !== null)
    return {
      error: `${label} '${withoutInvisible(cell)}' contains ${invisible}, which nobody sees. Type it again.`,
    };
  return { value: cell };
}

/** The projections of a text that is kept as it is written. */
export const textualKind = {
  schema: storableText,
  answer: () => ({ type: 'string' }),
  longest: ({ max }: Bounded) => max,
  isBlank: isBlankText,
  whenEmpty: nullOrRequired,
  preset: () => undefined,
  same: isIdentical,
  parseCell: (_field, cell) => ({ value: cell }),
  formatCell: String,
  sheet: 'text',
  display: String,
  filters: ['contains', 'equals'],
  free: () => true,
  readFilter: (_field, word) => equalTo(word),
  align: 'left',
  distinguishes: false,
  hidden: false,
  fault: () => null,
} satisfies Kind<TextualField<string>>;
