import { Select, type MantineSize } from '@mantine/core';

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

/** The portal's one list of a few choices to take one of; references, which are searched, look the same. */
export function ChoiceSelect({ choices, onChange, width, ...props }: ChoiceSelectProps) {
  return (
    <Select
      {...props}
      w={width}
      data={[...choices]}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', shadow: 'md' }}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
