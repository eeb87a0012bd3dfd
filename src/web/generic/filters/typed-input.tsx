import { CloseButton, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTypedSearch } from '#web/ui/use-typed-search.ts';

interface TypedInputProps {
  label: string;
  /** How it is written, for screen readers. */
  description?: string;
  placeholder?: string;
  /** Empty for nothing. */
  value: string;
  onChange: (value: string) => void;
  /** How a value reads in the input; as it is where nothing else is said. */
  show?: (value: string) => string;
  /** The value that a text means; null while it means none. */
  read?: (text: string) => string | null;
  inputMode?: 'text' | 'decimal';
  /** Shown within the input, beside the button that empties it. */
  tool?: ReactNode;
  /** Alt and Down were pressed, which open what the input offers. */
  onMore?: () => void;
}

/** The typed text counts after a pause, at once on Enter or when the field is left; Esc empties it. */
export function TypedInput(props: TypedInputProps) {
  const { label, description, placeholder, value, onChange, show, read, inputMode, tool, onMore } = props;
  const { text, type, report, empty } = useTypedSearch({ value, onSearch: onChange, show, read });
  // The present value is always readable, such as a word of a link that is not for typing.
  const unreadable = text !== (show?.(value) ?? value) && read?.(text) === null;
  return (
    <Input
      size="xs"
      type="search"
      aria-label={label}
      aria-description={description}
      placeholder={placeholder}
      inputMode={inputMode}
      spellCheck={false}
      autoComplete="off"
      error={unreadable}
      rightSectionWidth={tool && text ? 52 : 26}
      rightSectionPointerEvents="all"
      rightSection={
        <>
          {text && <CloseButton size={24} tabIndex={-1} aria-label={`Clear ${label}`} onClick={empty} />}
          {tool}
        </>
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={report}
      onKeyDown={(event) => {
        if (event.key === 'Enter') report();
        if (event.key === 'ArrowDown' && event.altKey) {
          report();
          onMore?.();
        }
        if (event.key === 'Escape' && text !== '') empty();
      }}
    />
  );
}
