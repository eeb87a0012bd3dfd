import { Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { usePerson } from '#web/data/use-session.ts';
import { FollowedJobs } from '#web/generic/work/followed-jobs.tsx';
import { watchFocus } from '#web/ui/focus/focus-places.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { Logo } from '#web/ui/pages/logo.tsx';
import { arrive } from '../arrival.ts';
import { AppearanceMenu } from './appearance-menu.tsx';
import { FavouriteButton } from '../navigation/favourite-button.tsx';
import { Finding } from '../finding.tsx';
import classes from './shell.module.css';
import { SideNavigation } from '../navigation/side-navigation.tsx';
import { UserMenu } from './user-menu.tsx';

const NavigationDrawer = lateDialog(
  async () => ({ default: (await import('../navigation/navigation-drawer.tsx')).NavigationDrawer }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(NavigationDrawer.fetch);

/** The frame of every signed-in screen: navigation at the side, or in a drawer where it is narrow. */
export function Shell({ children }: { children: ReactNode }) {
  const person = usePerson();
  const content = useRef<HTMLElement>(null);
  const [drawer, { open, close }] = useDisclosure(false);
  const [keys, showKeys] = useState(false);
  useEffect(() => watchFocus(), []);
  // Content that is shown within the frame at first is loaded with it.
  useEffect(arrive, []);
  return (
    <div className={classes.shell}>
      <a
        href="#content"
        className={classes.skip}
        onClick={(event) => {
          // Only the focus moves: the address keeps what it says about the screen.
          event.preventDefault();
          content.current?.focus();
        }}
      >
        Skip to content
      </a>
      <aside className={classes.side}>
        <Link to="/auth/home" className={classes.brand} aria-label="Skyledger, home">
          <Logo size={32} intro />
        </Link>
        <SideNavigation />
      </aside>
      <header className={classes.bar}>
        <span className={classes.burger}>
          <Burger
            opened={drawer}
            onClick={open}
            size="sm"
            aria-label="Open navigation"
            aria-expanded={drawer}
          />
        </span>
        <Link to="/auth/home" className={classes.barBrand} aria-label="Skyledger, home">
          <Logo size={28} />
        </Link>
        <Finding help={keys} onHelp={showKeys} />
        <div className={classes.tools}>
          <FavouriteButton />
          <AppearanceMenu />
          {person && <UserMenu person={person} onKeys={() => showKeys(true)} />}
        </div>
      </header>
      <main id="content" ref={content} tabIndex={-1} className={classes.content}>
        {children}
      </main>
      <FollowedJobs />
      <Suspense>{drawer && <NavigationDrawer onClose={close} />}</Suspense>
    </div>
  );
}
