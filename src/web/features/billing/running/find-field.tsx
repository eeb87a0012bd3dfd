import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTypedSearch } from '#web/ui/use-typed-search.ts';

interface FindFieldProps {
  value: string;
  onFind: (text: string) => void;
}

/** A search for accounts, their owners and services. */
export function FindField({ value, onFind }: FindFieldProps) {
  const { text, type, report } = useTypedSearch({ value, onSearch: onFind });
  return (
    <TextInput
      type="search"
      label="Find"
      placeholder="Account, owner, service"
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && report()}
    />
  );
}
