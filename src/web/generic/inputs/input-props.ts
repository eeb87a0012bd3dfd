import type { ReactNode } from 'react';
import { kindOf, type Field } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import classes from './inputs.module.css';

/** `form`: with label, hint and error below; `cell`: compact, named by aria-label, for a row of a grid. */
export type InputLook = 'form' | 'cell';

/** The props of every input of a field; `F` is the kind of field that it is for. */
export interface InputProps<F extends Field = Field> {
  /** The field's name in the payload. */
  name: string;
  field: F;
  /** The value as the API knows it, or the text of one that is still being typed. */
  value: unknown;
  onChange: (value: unknown) => void;
  look: InputLook;
  /** A new record, or a change of one: it decides which fields must be filled. */
  mode: 'create' | 'update';
  /** The record as it was read; it brings the names of its references. */
  row?: Values | null;
  /** The value of the field beside it, such as the currency of an amount. */
  beside?: unknown;
  /** The record that a new one refers to by default is not there: its default has to go. */
  onPresetGone?: () => void;
  /** The typed text is still being looked up; nothing should be sent before that. */
  onPending?: (work: Promise<unknown>) => void;
  error?: string | null;
  /** The remark about the value although it is accepted. */
  remark?: ReactNode;
  takesFocus?: boolean;
  disabled?: boolean;
  /** It is being saved: the value is shown and keeps the focus, and cannot be changed for the moment. */
  locked?: boolean;
}

/** Whether a field must hold a value when a record is saved. */
export function mustBeFilled(field: Field, mode: 'create' | 'update'): boolean {
  return field.writing !== 'never' && 'error' in kindOf(field).whenEmpty(field, mode);
}

/** The order of an input with its hint below: inputs beside each other are aligned. */
export const HINT_BELOW: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** The properties that Mantine's inputs share, for the wanted look. */
export function inputBasics(props: InputProps) {
  const { name, field, look, mode, error, remark, takesFocus, disabled, locked = false } = props;
  const required = mustBeFilled(field, mode);
  const shared = {
    'aria-required': required || undefined,
    // Browsers offer what was typed in fields of the same name elsewhere; that is no help here.
    autoComplete: 'off',
    'data-autofocus': takesFocus || undefined,
    disabled,
    readOnly: locked,
    classNames: locked ? { input: classes.locked } : undefined,
    error: error || undefined,
    inputWrapperOrder: HINT_BELOW,
  };
  return look === 'form'
    ? {
        ...shared,
        // Ids are the page's, and two forms may be on it.
        'data-field': name,
        label: field.label,
        description: remark || field.hint,
        withAsterisk: required,
        size: 'sm' as const,
      }
    : { ...shared, 'aria-label': field.label, description: remark || undefined, size: 'xs' as const };
}

/** A value that the API may hold as text, as an input shows it. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
