import { VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { Person } from '#web/data/session-store.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { useMenuButton } from '#web/ui/menus/use-menu-button.ts';
import classes from './shell.module.css';

const UserItems = lateDialog(
  async () => ({ default: (await import('./user-items.tsx')).UserItems }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(UserItems.fetch);

/** First letters of the name, or of the address where there is no name. */
function initialsOf({ name, email }: Person): string {
  const words = (name ?? email.split('@')[0] ?? '').split(/[\s._-]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase())
    .join('');
}

interface UserMenuProps {
  person: Person;
  /** Shows the keyboard shortcuts. */
  onKeys: () => void;
}

/** Who is signed in, help, and the way out. */
export function UserMenu({ person, onKeys }: UserMenuProps) {
  const shown = person.name ?? person.email;
  const { open, button } = useMenuButton(UserItems.fetch);
  return (
    <>
      <button type="button" {...button} className={classes.user}>
        <span className={classes.initials} aria-hidden>
          {initialsOf(person)}
        </span>
        <VisuallyHidden>Account of {shown}</VisuallyHidden>
        <span className={classes.userName} aria-hidden>
          {shown}
        </span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <Suspense>{open && <UserItems {...open} person={person} onKeys={onKeys} />}</Suspense>
    </>
  );
}
