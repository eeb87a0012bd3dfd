/** Apple's keyboards have their own key for what is Ctrl elsewhere. */
export const isApple = /mac|iphone|ipad/i.test(navigator.userAgent);

const NAMES: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  enter: 'Enter',
  esc: 'Esc',
  arrows: '← ↑ → ↓',
  updown: '↑ ↓',
  home: 'Home',
  end: 'End',
  pageup: 'Page Up',
  pagedown: 'Page Down',
  f2: 'F2',
};

/**
 * The keys of a shortcut as they are shown: steps that follow each other, each of keys that are held together.
 * `mod+k` → [['Ctrl', 'K']], `g h` → [['G'], ['H']].
 */
export function shownKeys(keys: string): string[][] {
  return keys.split(' ').map((step) => step.split('+').map((key) => NAMES[key] ?? key.toUpperCase()));
}

/** The keys of a shortcut for the attribute `aria-keyshortcuts`. */
export const ariaKeys = (keys: string): string =>
  keys
    .split('+')
    .map((key) => (key === 'mod' ? (isApple ? 'Meta' : 'Control') : key.toUpperCase()))
    .join('+');

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/**
 * One key press as shortcuts write it, such as `mod+k`, `?` or `g`; null for what is none. What a key types
 * counts rather than where it is, because ? and / lie behind Shift on many keyboards.
 */
export function stepOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | null {
  if (key.length !== 1 || altKey) return null;
  const mod = isApple ? metaKey : ctrlKey;
  const other = isApple ? ctrlKey : metaKey;
  if (other) return null;
  // Where the keyboard types no Latin letters, the place of the key says which one is meant.
  const letter = key > '\u007f' && code.startsWith('Key') ? code.slice(3).toLowerCase() : key.toLowerCase();
  if (shiftKey && /[a-z]/.test(letter)) return null;
  return mod ? `mod+${letter}` : letter;
}
