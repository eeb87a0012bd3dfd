import * as z from 'zod/mini';
import { MAX_ID, NONE_ID, NONE_WORD, parseId } from '../ids.ts';
import {
  equalTo,
  isBlankText,
  isIdentical,
  requiredMessage,
  writingOf,
  type FieldOf,
  type Kind,
  type Writing,
  type WritingOf,
} from './field.ts';

/**
 * Whether 'None' may be chosen: `never`, `always`, or `create-only` (a new record may lack the
 * reference, an edited one may not).
 */
export type NoneRule = 'never' | 'always' | 'create-only';

/** Fields of a target that a row carries as an object. */
export interface Embedded {
  as: string;
  fields: readonly string[];
  /** Those that distinguish records where one is chosen; all of them by default. */
  shown?: readonly string[];
}

export interface RefOptions {
  /** The field of the target by which people recognise it. */
  show: string;
  /** The name under which a row carries the shown value. */
  as: string;
  /** The field of the target with a short name, by which its records are found, too: 'GAM' is Gaming. */
  short?: string;
  none: NoneRule;
  /** The field of the same record whose text is shown where there is no reference: what is none of the target's records. */
  otherwise?: string;
  /** The sentence when None is refused. */
  noneMessage?: string;
  /** The id that a new record gets when none is given. */
  default?: number;
  hint?: string;
  /** Further fields of the target that a row carries as an object. */
  embed?: Embedded;
  /** References of a model to itself that must never form a circle, such as replacements. */
  acyclic?: boolean;
  /** A reference of a model to itself that may lead back through others, but never straight to the record that has it. */
  notItself?: boolean;
  /** The days on which a chosen record should be valid; choices that are not say so. */
  validOn?: readonly string[] | 'today';
  updateOnly?: boolean;
  createOnly?: boolean;
}

type RefWriting<O> = WritingOf<
  O extends { none: 'never' } ? Omit<O, 'optional'> : Omit<O, 'optional'> & { optional: true }
>;
type RefValue<O> = O extends { none: 'never' } ? number : number | null;

/** The properties of a row beside the id: the shown value and the embedded object. */
export type RefExtra<O> = (O extends { as: infer A extends string } ? { [K in A]: string | null } : object) &
  (O extends { embed: { as: infer E extends string; fields: readonly (infer N extends string)[] } }
    ? { [K in E]: { [F in N]: string | number | boolean | null } | null }
    : object);

export interface RefField<
  V extends number | null = number | null,
  W extends Writing = Writing,
  X = object,
> extends FieldOf<'ref', V, W> {
  target: string;
  show: string;
  as: string;
  short?: string;
  none: NoneRule;
  otherwise?: string;
  noneMessage?: string;
  default?: number;
  embed?: Embedded;
  acyclic: boolean;
  notItself: boolean;
  validOn?: RefOptions['validOn'];
  readonly extra?: X;
}

/** A reference to a record of `target` by its id; -9999 means None. */
export function ref<const O extends RefOptions>(
  label: string,
  target: string,
  options: O,
): RefField<RefValue<O>, RefWriting<O>, RefExtra<O>> {
  const {
    show,
    as,
    short,
    none,
    otherwise,
    noneMessage,
    hint,
    embed,
    acyclic = false,
    notItself = false,
    validOn,
    ...rest
  }: RefOptions = options;
  const writing = writingOf({ ...rest, optional: none !== 'never' });
  return {
    kind: 'ref',
    label,
    target,
    show,
    as,
    short,
    none,
    otherwise,
    noneMessage,
    hint,
    embed,
    acyclic,
    notItself,
    validOn,
    default: rest.default,
    writing: writing as RefWriting<O>,
    nullable: none !== 'never',
  };
}

const digits = z.pipe(z.string().check(z.regex(/^-?\d{1,10}$/)), z.transform(Number));

export const refKind: Kind<RefField> = {
  schema: (field) => {
    const error = `${field.label} must be the id of a record.`;
    return z
      .pipe(
        z.union([z.int({ error }), digits], { error }),
        z.transform((id) => (id === NONE_ID ? null : id)),
      )
      .check(
        z.refine((id) => id === null || (id >= 1 && id <= MAX_ID), {
          error: `${field.label} must be the id of an existing record.`,
        }),
      );
  },
  answer: () => ({ type: 'integer' }),
  longest: () => 0,
  isBlank: isBlankText,
  whenEmpty: (field, mode) =>
    field.none === 'always' || (field.none === 'create-only' && mode === 'create')
      ? { value: null }
      : { error: noneMessage(field) },
  preset: (field) => field.default,
  same: isIdentical,
  parseCell: (_field, cell) => ({ value: cell }),
  formatCell: String,
  sheet: 'text',
  display: String,
  filters: ['equals', 'contains'],
  free: () => false,
  readFilter: (_field, word) => {
    if (word === String(NONE_ID) || word.toLowerCase() === NONE_WORD)
      return { comparison: 'empty', values: [] };
    const id = parseId(word);
    return id === null ? { error: 'must be the id of a record, or None.' } : equalTo(id);
  },
  align: 'left',
  distinguishes: false,
  hidden: false,
  fault: () => null,
};

/** The sentence where a reference was left empty that must not be. */
export const noneMessage = (field: RefField): string => field.noneMessage ?? requiredMessage(field);
