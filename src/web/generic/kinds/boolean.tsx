import { Checkbox } from '@mantine/core';
import type { BooleanField } from '#kernel/fields/boolean.ts';
import { formatValue } from '#web/ui/format-value.ts';
import { choiceFilter } from '../filters/choice-filter.tsx';
import type { InputProps } from '../inputs/input-props.ts';
import type { WebKind } from './kind.ts';
import { fixedColumn, plainKind } from './shown.tsx';
import inputs from '../inputs/inputs.module.css';

/** In a row other inputs stand close by, and a finger hits what is 24 px high and wide. */
const ROW_SIZE = 'md';

/** True or false as a check box. */
function BooleanInput(props: InputProps<BooleanField>) {
  const { name, field, look, value, onChange, error, disabled, locked, takesFocus } = props;
  const named =
    look === 'form'
      ? { 'data-field': name, label: field.label, description: field.hint }
      : { 'aria-label': field.label, size: ROW_SIZE };
  return (
    <Checkbox
      {...named}
      error={error || undefined}
      disabled={disabled}
      // A check box knows no read-only state; it keeps its mark, and the focus.
      aria-readonly={locked || undefined}
      classNames={locked ? { input: inputs.locked } : undefined}
      data-autofocus={takesFocus || undefined}
      checked={value === true}
      onChange={(event) => !locked && onChange(event.currentTarget.checked)}
    />
  );
}

/** Yes, no or both. */
const yesOrNo = choiceFilter((field) =>
  [true, false].map((value) => ({ value: String(value), label: formatValue(field, value) })),
);

export const booleanKind: WebKind<BooleanField> = {
  ...plainKind,
  Input: BooleanInput,
  filter: () => yesOrNo,
  column: () => fixedColumn(110),
};
