import { Input, InputBase } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { fetchWhenQuiet } from '../pages/late.tsx';
import type { OpenSelect, ChoiceSelectProps } from './open-select.tsx';

let loaded: typeof OpenSelect | null = null;

const fetch = async () => (loaded = (await import('./open-select.tsx')).OpenSelect);
const approach = () => void fetch().catch(() => undefined);
fetchWhenQuiet(fetch);

/** The keys that open a list of choices. */
const OPENING = ['ArrowDown', 'ArrowUp', 'Enter', ' '];

/** Its role as long as there is no list that it could control. */
const CLOSED = {
  role: 'combobox',
  'aria-haspopup': 'listbox',
  'aria-expanded': false,
  autoComplete: 'off',
} as const;

/**
 * The portal's one list of a few choices to take one of; references, which are searched, look the same. Until it is
 * opened it is an input that says what is chosen: screens have many of them, and most are never opened.
 */
export function ChoiceSelect(props: ChoiceSelectProps) {
  const [Open, setOpen] = useState<typeof OpenSelect | null>(null);
  if (Open) return <Open {...props} />;

  const { choices, value, onChange: _later, width, ...shown } = props;
  const open = () => {
    if (loaded) setOpen(() => loaded);
    // Without a connection there is nothing to choose for either.
    else
      void fetch().then(
        (came) => setOpen(() => came),
        () => undefined,
      );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!OPENING.includes(event.key) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    open();
  };
  const Look = shown.label === undefined ? Input : InputBase;
  return (
    <Look
      {...shown}
      __staticSelector="Select"
      w={width}
      readOnly
      pointer
      {...CLOSED}
      rightSection={<Chevron />}
      rightSectionPointerEvents="none"
      value={choices.find((choice) => choice.value === value)?.label ?? ''}
      onPointerEnter={approach}
      onFocus={approach}
      onClick={open}
      onKeyDown={onKeyDown}
    />
  );
}

/** The sign that the opened list has, too. */
const Chevron = () => (
  <svg width={14} height={14} viewBox="0 0 15 15" fill="none" aria-hidden color="var(--mantine-color-dimmed)">
    <path
      d="M4.93179 5.43179C4.75605 5.60753 4.75605 5.89245 4.93179 6.06819C5.10753 6.24392 5.39245 6.24392 5.56819 6.06819L7.49999 4.13638L9.43179 6.06819C9.60753 6.24392 9.89245 6.24392 10.0682 6.06819C10.2439 5.89245 10.2439 5.60753 10.0682 5.43179L7.81819 3.18179C7.73379 3.0974 7.61933 3.04999 7.49999 3.04999C7.38064 3.04999 7.26618 3.0974 7.18179 3.18179L4.93179 5.43179ZM10.0682 9.56819C10.2439 9.39245 10.2439 9.10753 10.0682 8.93179C9.89245 8.75606 9.60753 8.75606 9.43179 8.93179L7.49999 10.8636L5.56819 8.93179C5.39245 8.75606 5.10753 8.75606 4.93179 8.93179C4.75605 9.10753 4.75605 9.39245 4.93179 9.56819L7.18179 11.8182C7.35753 11.9939 7.64245 11.9939 7.81819 11.8182L10.0682 9.56819Z"
      fill="currentColor"
      fillRule="evenodd"
      clipRule="evenodd"
    />
  </svg>
);
