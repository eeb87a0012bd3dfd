import { TagsInput } from '@mantine/core';
import type { TextListField } from '#kernel/fields/text-list.ts';
import { inputBasics, type InputProps } from './input-props.ts';

/** Several texts, each added with Enter. */
export function TextListFieldInput(props: InputProps<TextListField>) {
  const { field, value, onChange } = props;
  return (
    <TagsInput
      {...inputBasics(props)}
      maxTags={field.most}
      splitChars={[';']}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    />
  );
}
