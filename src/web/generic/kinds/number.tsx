import type { NumberField } from '#kernel/fields/number.ts';
import { numbersFilter } from '../filters/numbers-filter.tsx';
import { textFilter } from '../filters/text-filter.tsx';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

export const numberKind: WebKind<NumberField> = {
  ...plainKind,
  Input: LateInput,
  filter: (operation) => (operation === 'equals' ? numbersFilter : textFilter),
  column: () => fixedColumn(110),
  missing: ({ label }) => `Please Input ${label}!`,
};
