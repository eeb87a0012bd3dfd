import { Select } from '@mantine/core';
import { choiceName, type ChoiceField } from '#kernel/fields/choice.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { choiceFilter } from '../filters/choice-filter.tsx';
import { inputBasics, textOf, type InputProps } from '../inputs/input-props.ts';
import { keepKeysInside } from '../inputs/keys.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

const optionsOf = (field: ChoiceField) =>
  field.choices.map((value) => ({ value, label: choiceName(field, value) }));

/** One of a few words; where the field may be empty it can be cleared. */
function ChoiceInput(props: InputProps<ChoiceField>) {
  const { field, value, onChange } = props;
  return (
    <Select
      {...inputBasics(props)}
      data={optionsOf(field)}
      allowDeselect={field.nullable}
      clearable={field.nullable}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}`, tabIndex: -1 }}
      value={textOf(value) || null}
      onChange={onChange}
      onKeyDown={keepKeysInside}
    />
  );
}

/** By the longest of the choices. */
const widthOf = (field: ChoiceField) =>
  Math.min(170, Math.max(110, ...optionsOf(field).map(({ label }) => label.length * 8 + 36)));

const oneOf = choiceFilter((field: Field) => ('choices' in field ? optionsOf(field) : []));

export const choiceKind: WebKind<ChoiceField> = {
  ...plainKind,
  Input: ChoiceInput,
  filter: () => oneOf,
  column: (field) => fixedColumn(widthOf(field)),
};
