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
  /** There are many: typing finds them. */
  searched?: boolean;
}

/** So many are listed at once where they are searched. */
const MOST_LISTED = 100;

/** The portal's one list of choices to take one of; references, which are searched, look the same. */
export function ChoiceSelect({ choices, onChange, width, searched = false, ...props }: ChoiceSelectProps) {
  return (
    <Select
      {...props}
      w={width}
      data={[...choices]}
      searchable={searched}
      {...(searched && { limit: MOST_LISTED, nothingFoundMessage: 'Nothing matches' })}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', shadow: 'md' }}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
