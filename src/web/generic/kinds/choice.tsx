import { Select } from '@mantine/core';
import type { ChoiceField } from '#kernel/fields/choice.ts';
import type { Field } from '#kernel/fields/kinds.ts';
import { choiceFilter } from '../filters/choice-filter.tsx';
import { inputBasics, textOf, type InputProps } from '../inputs/input-props.ts';
import { keepKeysInside } from '../inputs/keys.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';

/** One of a few words; where the field may be empty it can be cleared. */
function ChoiceInput(props: InputProps<ChoiceField>) {
  const { field, value, onChange } = props;
  return (
    <Select
      {...inputBasics(props)}
      data={[...field.choices]}
      allowDeselect={field.nullable}
      clearable={field.nullable}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}`, tabIndex: -1 }}
      value={textOf(value) || null}
      onChange={onChange}
      onKeyDown={keepKeysInside}
    />
  );
}

const wordsOf = (field: Field) => ('choices' in field ? field.choices : []);

/** By the longest of the choices. */
const widthOf = ({ choices }: ChoiceField) =>
  Math.min(170, Math.max(110, ...choices.map((choice) => choice.length * 8 + 36)));

const oneOf = choiceFilter((field) => wordsOf(field).map((value) => ({ value, label: value })));

export const choiceKind: WebKind<ChoiceField> = {
  ...plainKind,
  Input: ChoiceInput,
  filter: () => oneOf,
  column: (field) => fixedColumn(widthOf(field)),
};
