import { Select, type MantineSize } from '@mantine/core';
import { useChoiceSearch } from './use-choice-search.ts';

interface ChoiceSelectProps {
  label?: string;
  /** Names it where there is no label. */
  'aria-label'?: string;
  choices: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  size?: MantineSize;
  /** In pixels; the width that there is where it is absent. */
  width?: number;
}

/** The portal's one list of choices to take one of; where they are many, by a few letters. References look the same. */
export function ChoiceSelect({ choices, onChange, width, ...props }: ChoiceSelectProps) {
  const search = useChoiceSearch(choices, props.value);
  return (
    <Select
      {...props}
      {...search}
      // Paper says what was chosen where a label says of what.
      wrapperProps={{ 'data-read': props.label !== undefined || undefined }}
      w={width}
      data={[...choices]}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', shadow: 'md' }}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
