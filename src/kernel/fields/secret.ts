import { exactText, keptText, textual, textualKind, type TextualOptions } from './bounded-text.ts';
import { equalTo, requiredMessage, type FieldOf, type Kind, type Writing, type WritingOf } from './field.ts';

export interface SecretOptions extends TextualOptions {
  /** It has several lines, such as a key in PEM, and is kept with its line ends as it came. */
  lines?: boolean;
}

export interface SecretField<W extends Writing = Writing> extends FieldOf<'secret', string, W> {
  max: number;
  lines: boolean;
}

/** The characters that are shown in place of a secret. */
export const SECRET_SHOWN = '••••••';

/**
 * Text that is written and never read again through the API, such as a private key: it is stored encrypted. An empty
 * one in an update keeps what is stored. A deleted record takes its secrets along, so a restored one has none.
 * @public for the declarations of models
 */
export function secret<const O extends SecretOptions = object>(
  label: string,
  options?: O,
): SecretField<WritingOf<O>> {
  const { lines = false } = (options ?? {}) as SecretOptions;
  return { ...textual('secret', label, options, 10_000), nullable: true, lines } as SecretField<WritingOf<O>>;
}

export const secretKind: Kind<SecretField> = {
  ...textualKind,
  schema: (field) => (field.lines ? keptText(field) : exactText(field)),
  answer: () => ({}),
  whenEmpty: (field, mode) => {
    if (mode === 'update') return { stays: true };
    return field.writing === 'required' || field.writing === 'create-required'
      ? { error: requiredMessage(field) }
      : { value: null };
  },
  same: () => false,
  parseCell: (field) => ({ error: `${field.label} is not taken from a file.` }),
  formatCell: () => '',
  display: () => SECRET_SHOWN,
  filters: [],
  readFilter: () => equalTo(null),
  hidden: true,
  fault: ({ unique }) => (unique === undefined ? null : 'is a secret, which cannot be unique.'),
};
