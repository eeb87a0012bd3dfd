import { useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';

/** A key that does something on this screen: it is listed and obeyed from this one declaration. */
export interface Shortcut {
  /** One step such as `n` or `mod+k`, or steps after each other such as `g h`; `mod` is Ctrl, or ⌘ on a Mac. */
  keys: string;
  /** Its effect: 'Add a record'. */
  label: string;
  /** Absent where the element that has the focus obeys the key itself; it is listed only. */
  run?: () => void;
  /** Obeyed while a text is being typed, too. */
  whileTyping?: boolean;
}

export interface ShortcutGroup {
  title: string;
  shortcuts: readonly Shortcut[];
}

interface Registered {
  id: string;
  read: () => ShortcutGroup;
}

let registered: readonly Registered[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly Registered[]) => {
  registered = next;
  for (const listener of listeners) listener();
};

/** Offers shortcuts as long as the component is there. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  const id = useId();
  const latest = useRef<ShortcutGroup>({ title, shortcuts });
  useLayoutEffect(() => {
    latest.current = { title, shortcuts };
  });
  useLayoutEffect(() => {
    change([...registered, { id, read: () => latest.current }]);
    return () => change(registered.filter((one) => one.id !== id));
  }, [id]);
}

/** The shortcuts that work now, in the order in which they were offered; groups of the same title are one. */
export function shortcutGroups(): ShortcutGroup[] {
  const groups = new Map<string, Shortcut[]>();
  for (const { read } of registered) {
    const { title, shortcuts } = read();
    if (shortcuts.length > 0) groups.set(title, [...(groups.get(title) ?? []), ...shortcuts]);
  }
  return [...groups].map(([title, shortcuts]) => ({ title, shortcuts }));
}

/** The shortcut for these keys, the last one offered first. */
export function findShortcut(keys: string): Shortcut | undefined {
  return registered
    .flatMap(({ read }) => read().shortcuts)
    .findLast((shortcut) => shortcut.keys === keys && shortcut.run);
}

/** Whether these steps are how a longer shortcut begins. */
export const isBeginning = (steps: string): boolean =>
  registered.some(({ read }) => read().shortcuts.some(({ keys }) => keys.startsWith(`${steps} `)));

const STORED = 'skyledger.single-keys';

/**
 * Whether keys without Ctrl are obeyed. A person who speaks to the computer, or whose hands slip, can switch
 * them off.
 */
export const singleKeys = (): boolean => localStorage.getItem(STORED) !== 'off';

export function setSingleKeys(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
  change(registered);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys);
