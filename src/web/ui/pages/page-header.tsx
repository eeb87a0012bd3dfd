import { Group, Text, Title } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isFocusWaiting } from '../focus/focus-places.ts';
import { WholeDays } from '../whole-days.tsx';
import { notePlace } from './known-places.ts';
import classes from './page-header.module.css';

/** A step on the way to this screen; the last one, the screen itself, is added from the title. */
export interface Crumb {
  label: string;
  /** An address of this portal. */
  to: string;
  search?: Record<string, string>;
}

interface PageHeaderProps {
  title: string;
  /** From the start page down to the parent of this screen. The start page itself is added. */
  crumbs?: readonly Crumb[];
  /** One sentence below the heading. */
  description?: ReactNode;
  /** Beside the heading: a word or two, such as a state, or a small menu. */
  badge?: ReactNode;
  /** Buttons, at the right. */
  actions?: ReactNode;
  /** All in one line, where the room below it counts. */
  slim?: boolean;
}

const HOME: Crumb = { label: 'Home', to: '/auth/home' };

/** The address whose heading had the focus last; the first screen of a page load leaves it to the browser. */
let announced: string | null = null;

/** Names the document, and gives the heading the focus after a navigation. @returns the heading, and the address of its screen */
function useAnnounced(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The address moves on while this screen is still shown, until the next one has been fetched.
  const [path] = useState(useLocation({ select: (location) => location.pathname }));

  useEffect(() => {
    document.title = `${title} · Skyledger`;
    notePlace({ to: path, label: title });
  }, [title, path]);

  useEffect(() => {
    if (announced === null || announced === path) {
      announced = path;
      return;
    }
    // With the frame, whose layout serves the focus too: read now, the page would be laid out twice.
    const before = document.activeElement;
    const frame = requestAnimationFrame(() => {
      announced = path;
      // A dialog that was opened meanwhile, such as the palette, keeps the focus.
      const isElsewhere = document.activeElement !== before && !isFocusWaiting();
      const isTaken = isElsewhere || before?.closest('[aria-modal="true"]');
      if (!isTaken) heading.current?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [path]);
  return { heading, path };
}

/**
 * The top of every signed-in screen: where one is, what it is called, what can be done. It names the
 * document too, and takes the focus after a navigation, so that a screen reader reads the new heading.
 * Render it at once, above whatever is still loading.
 */
export function PageHeader(props: PageHeaderProps) {
  const { title, crumbs = [], description, badge, actions, slim = false } = props;
  const { heading, path } = useAnnounced(title);
  const isHome = path === HOME.to;
  return (
    <header className={classes.header} data-slim={slim || undefined}>
      {!isHome && (
        <nav aria-label="Breadcrumb">
          <ol className={classes.crumbs}>
            {[HOME, ...crumbs].map(({ label, to, search }) => (
              <li key={to}>
                <Link to={to} search={search} activeOptions={{ exact: true }}>
                  {label}
                </Link>
              </li>
            ))}
            <li aria-current="page">
              <span>{title}</span>
            </li>
          </ol>
        </nav>
      )}
      <Group justify="space-between" align="flex-start" gap="md" className={classes.line}>
        <div className={classes.title}>
          <Group gap="sm" align="center">
            <Title
              order={1}
              size={slim ? 'h3' : 'h2'}
              ref={heading}
              tabIndex={-1}
              className={classes.heading}
            >
              {title}
            </Title>
            {badge}
          </Group>
          {description && (
            <Text c="dimmed" mt={4} className={classes.description}>
              {typeof description === 'string' ? <WholeDays text={description} /> : description}
            </Text>
          )}
        </div>
        {actions && (
          <Group gap="xs" className={classes.actions}>
            {actions}
          </Group>
        )}
      </Group>
    </header>
  );
}
