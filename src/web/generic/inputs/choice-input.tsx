import { Select } from '@mantine/core';
import type { ChoiceField } from '#kernel/fields/choice.ts';
import { useChoiceSearch } from '#web/ui/menus/use-choice-search.ts';
import { optionsOf } from './choices.ts';
import { inputBasics, textOf, type InputProps } from './input-props.ts';
import { keepKeysInside } from './keys.ts';

/** One of a few words; where the field may be empty it can be cleared. */
export function ChoiceInput(props: InputProps<ChoiceField>) {
  const { field, value, onChange, locked } = props;
  const options = optionsOf(field);
  const search = useChoiceSearch(options, textOf(value) || null);
  return (
    <Select
      {...inputBasics(props)}
      {...search}
      data={options}
      allowDeselect={field.nullable}
      clearable={field.nullable}
      clearButtonProps={{ 'aria-label': `Clear ${field.label}`, tabIndex: -1 }}
      value={textOf(value) || null}
      onChange={onChange}
      onKeyDown={(event) => {
        keepKeysInside(event);
        if (!locked) search.onKeyDown?.(event);
      }}
    />
  );
}
