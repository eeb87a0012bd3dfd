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
import { storableText } from './text.ts';

export interface SecretOptions extends CommonOptions {
  /** Most characters. */
  max?: number;
}

export interface SecretField<W extends Writing = Writing> extends FieldOf<'secret', string, W> {
  max: number;
}

/** What stands for a secret where it is told that there is one. */
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
  const { hint, max = 10_000 } = (options ?? {}) as SecretOptions;
  const writing = writingOf(options ?? {}) as WritingOf<O>;
  return { kind: 'secret', label, writing, nullable: true, hint, max };
}

export const secretKind: Kind<SecretField> = {
  schema: storableText,
  answer: () => ({}),
  longest: ({ max }) => max,
  isBlank: isBlankText,
  whenEmpty: (field, mode) => {
    if (mode === 'update') return { stays: true };
    return field.writing === 'required' || field.writing === 'create-required'
      ? { error: requiredMessage(field) }
      : { value: null };
  },
  preset: () => undefined,
  same: () => false,
  parseCell: (field) => ({ error: `${field.label} is not taken from a file.` }),
  formatCell: () => '',
  sheet: 'text',
  display: () => SECRET_SHOWN,
  filters: [],
  readFilter: () => equalTo(null),
  align: 'left',
  hidden: true,
  fault: ({ unique }) => (unique === undefined ? null : 'is a secret, which cannot be unique.'),
};
