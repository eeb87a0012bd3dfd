import type { ChoiceField } from '#kernel/fields/choice.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { choiceFilter } from '../filters/choice-filter.tsx';
import { optionsOf } from '../inputs/choices.ts';
import { LateInput } from './editing.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

/** By the longest of the choices. */
const widthOf = (field: ChoiceField) =>
  Math.min(170, Math.max(110, ...optionsOf(field).map(({ label }) => label.length * 8 + 36)));

const oneOf = choiceFilter((field: Field) => ('choices' in field ? optionsOf(field) : []));

export const choiceKind: WebKind<ChoiceField> = {
  ...plainKind,
  Input: LateInput,
  filter: () => oneOf,
  column: (field) => fixedColumn(widthOf(field)),
};
