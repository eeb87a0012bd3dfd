import { Select, type MantineSize } from '@mantine/core';
import { useEffect, useRef } from 'react';

export interface ChoiceSelectProps {
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

/** The list of choices, which opens when it is mounted and takes the focus. */
export function OpenSelect({ choices, onChange, width, ...props }: ChoiceSelectProps) {
  const input = useRef<HTMLInputElement>(null);
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    input.current?.focus();
    // As a person opens it, so that the arrows begin at what is chosen.
    input.current?.click();
  }, []);
  return (
    <Select
      {...props}
      ref={input}
      w={width}
      data={[...choices]}
      allowDeselect={false}
      maxDropdownHeight={320}
      comboboxProps={{ width: 'max-content', position: 'bottom-start', shadow: 'md' }}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
