import { TextInput } from '@mantine/core';
import { textName, textNames, type TextField } from '#kernel/fields/text.ts';
import { choiceFilter } from '../filters/choice-filter.tsx';
import { textFilter } from '../filters/text-filter.tsx';
import { inputBasics, textOf, type InputProps } from '../inputs/input-props.ts';
import { LateInput } from './editing.ts';
import type { ColumnShape, WebKind } from './kind.ts';
import { fixedColumn, plainKind, wordyColumn } from './shown.tsx';

const INPUT_MODES = {
  email: 'email',
  digits: 'numeric',
  currency: 'text',
  url: 'url',
  percents: 'text',
  month: 'text',
} as const;

/** A line of text. What is too long is not cut off but refused with its reason. */
function TextFieldInput(props: InputProps<TextField>) {
  const { field, value, onChange } = props;
  if (field.names || field.suggests || field.offered) return <LateInput {...props} />;
  return (
    <TextInput
      {...inputBasics(props)}
      inputMode={field.format ? INPUT_MODES[field.format] : undefined}
      spellCheck={false}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The shown text of a value: a name for nothing as well, where there are names. */
const shownOf = (field: TextField, value: unknown) => textName(field, textOf(value));

/** One of the names that are shown, which the list understands as the texts that are shown so. */
const oneOfNames = choiceFilter((field) =>
  field.kind === 'text' && field.names
    ? textNames(field.names).map((name) => ({ value: name, label: name }))
    : [],
);

/** Texts of at most so many characters are codes, whose column never needs more room. */
const SHORT = 20;

function columnOf({ format, max, names }: TextField): ColumnShape {
  if (names) return fixedColumn(120);
  if (format === 'digits') return fixedColumn(110);
  if (format === 'email') return { ...wordyColumn(240), named: false };
  return max <= SHORT ? { ...wordyColumn(130), grows: false } : wordyColumn(170);
}

export const textKind: WebKind<TextField> = {
  ...plainKind,
  Input: TextFieldInput,
  filter: (_operation, { names }) => (names ? oneOfNames : textFilter),
  column: columnOf,
  cell: shownOf,
  Words: ({ field, value, none }) => <>{shownOf(field, value) || none}</>,
  Shown: ({ field, value, none }) => <>{shownOf(field, value) || none}</>,
};
