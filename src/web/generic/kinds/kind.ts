import type { ComponentType, ReactNode } from 'react';
import type { FilterOperation } from '#kernel/fields/field.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import type { Values } from '#kernel/input.ts';
import type { Toned } from '#kernel/tones.ts';
import type { FilterWay } from '../filters/filter-way.ts';
import type { InputProps } from '../inputs/input-props.ts';

/** The column of a table; which way it is aligned is said in the kernel, since files are too. */
export interface ColumnShape {
  /** In pixels: its values can be read without dragging. */
  width: number;
  /** It takes room that is to spare. */
  grows: boolean;
  /** It gives room away before the table scrolls. */
  shrinks: boolean;
  /** On a narrow screen the value needs its name; an address and the name of a record say what they are. */
  named: boolean;
  sortable: boolean;
}

/** A value that is shown and not edited. */
export interface ShownProps<F extends Field = Field> {
  field: F;
  /** Under which name the row has it. */
  name: string;
  /** Null where there is none. */
  value: unknown;
  /** The record, which has what belongs to the value, such as the name of a reference. */
  row: Values | null;
  /** The text for no value. */
  none: ReactNode;
}

/** A value in a list, where it is more than its text. */
export interface CellProps<F extends Field = Field> {
  field: F;
  /** Not empty. */
  value: unknown;
  row: Values | null;
  /** Of what can be focused. */
  tabIndex?: 0 | -1;
}

/**
 * The screens' part of one kind of field, beside what the kernel says of it (equality, alignment, what is empty,
 * what no draft may hold). Screens use these and never the kind of a field.
 */
export interface WebKind<F extends Field = Field> {
  /** In forms and in rows of tables. */
  Input: ComponentType<InputProps<F>>;
  /** The input takes the whole width of a form, and so does the value of a record. */
  wide: (field: F) => boolean;
  /** The field of the same record whose value is beside the input, such as the currency of an amount. */
  beside: (field: F) => string | null;
  /** How a list is narrowed by it; null where it is not. */
  filter: (operation: FilterOperation, field: F) => FilterWay | null;
  column: (field: F) => ColumnShape;
  /** The text of a cell with a value. `row` is what the list answers. */
  cell: (field: F, value: unknown, row: Values) => string;
  /** The element in a list in place of the cell's text, such as a link; null for the text itself. */
  Cell: ComponentType<CellProps<F>> | null;
  /** The meaning of a value by its kind; null where it has none, whatever the value. */
  tone: ((field: F, name: string, row: Values) => Toned | null) | null;
  /** In a sentence, as of a change that is about to be saved. */
  Words: ComponentType<ShownProps<F>>;
  /** On the record's own screen. */
  Shown: ComponentType<ShownProps<F>>;
  /** The sentence where a row of a table may not be saved without a value; null where the server alone decides. */
  missing: (field: F) => string | null;
  /** The sentence where what is typed is no value yet; null where it is one. */
  open: (value: unknown) => string | null;
}
