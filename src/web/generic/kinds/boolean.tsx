import type { BooleanField } from '#kernel/fields/boolean.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { choiceFilter } from '../filters/choice-filter.tsx';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

/** Yes, no or both. */
const yesOrNo = choiceFilter((field) =>
  [true, false].map((value) => ({ value: String(value), label: formatValue(field, value) })),
);

export const booleanKind: WebKind<BooleanField> = {
  ...plainKind,
  Input: LateInput,
  filter: () => yesOrNo,
  column: () => fixedColumn(110),
};
