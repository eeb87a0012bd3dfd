import type { SelectProps } from '@mantine/core';
import { useState } from 'react';

/** Fewer choices than these are seen at a glance, so that nothing is typed. */
const MOST_AT_A_GLANCE = 7;
/** So many are listed at once; typing finds the others. */
const MOST_LISTED = 100;

type ChoiceSearch = Pick<
  SelectProps,
  | 'searchable'
  | 'limit'
  | 'openOnFocus'
  | 'searchValue'
  | 'onSearchChange'
  | 'inputMode'
  | 'spellCheck'
  | 'autoComplete'
  | 'selectFirstOptionOnChange'
  | 'nothingFoundMessage'
  | 'onFocus'
  | 'onClick'
  | 'onDropdownClose'
  | 'onKeyDown'
>;

/** Keys that open a list of choices which is closed. */
const OPENING = new Set(['Enter', ' ']);

const isOpen = (input: HTMLElement) => input.getAttribute('aria-expanded') === 'true';

/** Without a pointer that hovers, the keyboard of the screen would hide the choices. */
const isTouched = () => window.matchMedia('(hover: none)').matches;

/**
 * The props of a `Select` whose choices are searched by typing, where there are many: typing replaces what is chosen, Enter takes the
 * first that is left, and closing brings back what is chosen. Fewer are chosen from as they are.
 */
export function useChoiceSearch(
  choices: readonly { value: string; label: string }[],
  value: string | null,
): ChoiceSearch {
  const label = choices.find((choice) => choice.value === value)?.label ?? '';
  const [typed, setTyped] = useState(label);
  // Kept in either case, since choices may become fewer while the list is shown.
  const shown = { searchValue: typed, onSearchChange: setTyped };
  if (choices.length <= MOST_AT_A_GLANCE) return shown;
  return {
    ...shown,
    searchable: true,
    limit: MOST_LISTED,
    // A dialog that begins here would have its answers below the choices.
    openOnFocus: false,
    inputMode: isTouched() ? 'none' : undefined,
    spellCheck: false,
    autoComplete: 'off',
    selectFirstOptionOnChange: typed !== label,
    nothingFoundMessage: 'Nothing found',
    onFocus: (event) => event.currentTarget.select(),
    onClick: (event) => event.currentTarget.select(),
    onDropdownClose: () => setTyped(label),
    onKeyDown: (event) => {
      if (!OPENING.has(event.key) || event.nativeEvent.isComposing) return;
      const input = event.currentTarget;
      // Enter takes a choice and submits no form around it; a space is a part of what is typed.
      if (!isOpen(input) || event.key === 'Enter') event.preventDefault();
      if (!isOpen(input)) input.click();
    },
  };
}
