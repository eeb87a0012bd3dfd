import { IconSearch } from '@tabler/icons-react';
import { ariaKeys } from '#web/ui/shortcuts/keys.ts';
import { KeysShown } from '#web/ui/shortcuts/keys-shown.tsx';
import classes from './search-button.module.css';
import { PALETTE_KEYS } from './shortcuts.ts';

interface SearchButtonProps {
  onOpen: () => void;
  /** The person is about to press it. */
  onApproach: () => void;
}

/** Opens the palette; it looks like the input that it leads to, and where it is narrow like an icon. */
export function SearchButton({ onOpen, onApproach }: SearchButtonProps) {
  return (
    <button
      type="button"
      className={classes.button}
      aria-keyshortcuts={ariaKeys(PALETTE_KEYS)}
      aria-haspopup="dialog"
      onClick={onOpen}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <IconSearch size={18} aria-hidden />
      <span className={classes.words}>Search screens and records</span>
      <span className={classes.keys} aria-hidden>
        <KeysShown keys={PALETTE_KEYS} />
      </span>
    </button>
  );
}
