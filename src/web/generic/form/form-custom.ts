import type { ComponentType } from 'react';
import type { Values } from '#kernel/input.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { EditingRules, RecordFormState } from '../editing/model-form-state.ts';
import type { InputProps } from '../inputs/input-props.ts';
import type { FormMode } from './form-fields.ts';

/** The means of the last step before sending. */
export interface FormCheck {
  mode: FormMode;
  payload: Values;
  /** The form's own address, for the way back. */
  address: string;
  /** Says why, goes to another screen, and keeps what was typed for the return. */
  detour: (why: string, to: string, search: Record<string, string>) => void;
  /** Shows why nothing was sent. */
  fail: (title: string, reason?: string) => void;
}

/** How a model's form differs from the one that follows from its declaration; what is absent is generic. */
export interface FormCustom extends EditingRules {
  heading: string;
  submitLabel?: string;
  /** The button that leaves the form; `Cancel` by default. */
  leaveLabel?: string;
  /** Confirmed in a dialog before anything is sent. */
  confirm?: string;
  /** Inputs in place of the generic ones, by field. */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Values to start with in place of the record's own, or of the defaults. */
  start?: (record: RecordRow | null) => Values;
  /** Notes between the fields and the buttons, such as about what follows from others. */
  notes?: ComponentType<{ formState: RecordFormState }>;
  /** Judges a payload otherwise than the declaration does; `found` is what that says, by field. */
  problems?: (found: Record<string, string>, payload: Values) => Record<string, string>;
  /** The last step before sending; answers what is sent, or null where nothing is. */
  check?: (context: FormCheck) => Promise<Values | null>;
  /** Where the person goes afterwards, in place of where they came from. */
  backTo?: string;
}
