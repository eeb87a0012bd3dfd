import { Select } from '@mantine/core';
import type { ChoiceField } from '#kernel/fields/choice.ts';
import { optionsOf } from './choices.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';
import { keepKeysInside } from './keys.ts';

/** One of a few words; where the field may be empty it can be cleared. */
export function ChoiceInput(props: InputProps<ChoiceField>) {
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
