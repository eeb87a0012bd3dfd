import { createElement } from 'react';
import type { Field } from '#kernel/fields/kinds.ts';
import { formatValue } from '#web/ui/format-value.ts';
import type { ColumnShape, ShownProps } from './kind.ts';

/** A value as tables show it. */
export const PlainWords = ({ field, value, none }: ShownProps) => <>{formatValue(field, value) || none}</>;

/** A column of values of fixed length, which need no more room and no less. */
export const fixedColumn = (width: number): ColumnShape => ({
  width,
  grows: false,
  shrinks: false,
  named: true,
  sortable: true,
});

/** A column of words. */
export const wordyColumn = (width: number): ColumnShape => ({
  width,
  grows: true,
  shrinks: true,
  named: true,
  sortable: true,
});

/** The common parts of most kinds. */
export const plainKind = {
  wide: () => false,
  beside: () => null,
  cell: (field: Field, value: unknown) => formatValue(field, value),
  Words: (props: ShownProps) => createElement(PlainWords, props),
  Shown: (props: ShownProps) => createElement(PlainWords, props),
  Cell: null,
  tone: null,
  missing: () => null,
  open: () => null,
} as const;
