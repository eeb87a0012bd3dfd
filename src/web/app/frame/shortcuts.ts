import { useNavigate } from '@tanstack/react-router';
import { useShortcuts, type Shortcut } from '#web/ui/shortcuts/shortcuts.ts';
import { useShortcutKeys } from '#web/ui/shortcuts/use-shortcut-keys.ts';
import { UNDO_KEYS, undoLast } from '#web/ui/notices/undo-notice.tsx';
import { useNavigation } from '../navigation/use-navigation.ts';

export const PALETTE_KEYS = 'mod+k';
export const HELP_KEYS = '?';

/** The letter after G that goes to a screen. */
const LETTERS: Readonly<Record<string, string>> = {
  '/auth/view/cost_centers': 'c',
  '/auth/view/companies': 'o',
  '/auth/view/departments': 'd',
  '/auth/view/business_units': 'b',
  '/auth/view/cloud_contacts': 'p',
  '/auth/outbox': 'm',
};

interface PortalShortcuts {
  openPalette: () => void;
  openHelp: () => void;
}

/** The first search input of the screen. */
const searchInput = () => document.querySelector<HTMLInputElement>('#content input[type="search"]');

/** Offers the keys that work on every screen, and obeys those of the screen too. */
export function usePortalShortcuts({ openPalette, openHelp }: PortalShortcuts): void {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const entries = navigation.flatMap(({ sections }) => sections.flatMap(({ entries: own }) => own));
  useShortcuts('Everywhere', [
    { keys: PALETTE_KEYS, label: 'Search screens and records', run: openPalette, whileTyping: true },
    {
      keys: '/',
      label: 'Go to the search of this screen',
      run: () => {
        const input = searchInput();
        if (!input) return openPalette();
        input.focus();
        input.select();
      },
    },
    { keys: UNDO_KEYS, label: 'Undo the last change, while that is offered', run: undoLast },
    { keys: HELP_KEYS, label: 'Show these keys', run: openHelp },
  ]);
  useShortcuts('Go to', [
    { keys: 'g h', label: 'Home', run: () => void navigate({ to: '/auth/home' }) },
    ...entries.flatMap(({ label, to }): Shortcut[] => {
      const letter = LETTERS[to];
      return letter ? [{ keys: `g ${letter}`, label, run: () => void navigate({ to }) }] : [];
    }),
  ]);
  useShortcutKeys();
}
