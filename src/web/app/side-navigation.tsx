import { IconChevronRight, IconHome, IconLogout } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { NavGroup } from './navigation.ts';
import classes from './side-navigation.module.css';
import { useNavigation } from './use-navigation.ts';

/** The signed-in navigation. `onNavigate` is told when a place is chosen, so that a drawer can close. */
export function SideNavigation({ onNavigate }: { onNavigate?: () => void }) {
  const groups = useNavigation();
  return (
    <nav aria-label="Main" className={classes.nav}>
      <Link to="/auth/home" className={classes.top} onClick={onNavigate}>
        <IconHome size={18} aria-hidden />
        Home
      </Link>
      {groups.map((group) => (
        <Group key={group.label} group={group} onNavigate={onNavigate} />
      ))}
      <Link to="/unauth/logout" className={classes.top} onClick={onNavigate} preload={false}>
        <IconLogout size={18} aria-hidden />
        Log Out
      </Link>
    </nav>
  );
}

interface GroupProps {
  group: NavGroup;
  onNavigate?: () => void;
}

const stored = (label: string) => `skyledger.navigation.${label}`;

function Group({ group, onNavigate }: GroupProps) {
  const { label, icon: GroupIcon, sections } = group;
  const id = useId();
  const path = useLocation({ select: (location) => location.pathname });
  const entries = sections.flatMap((section) => section.entries);
  const isHere = entries.some(({ to }) => path === to || path.startsWith(`${to}/`));
  const [open, setOpen] = useState(() => localStorage.getItem(stored(label)) !== 'closed');
  const shown = open || isHere;

  const [only] = entries;
  if (only && entries.length === 1 && only.label === label)
    return (
      <Link to={only.to} className={classes.top} onClick={onNavigate}>
        <GroupIcon size={18} aria-hidden />
        {label}
      </Link>
    );

  const toggle = () => {
    setOpen(!open);
    localStorage.setItem(stored(label), open ? 'closed' : 'open');
  };
  return (
    <div>
      <button
        type="button"
        className={classes.top}
        aria-expanded={shown}
        aria-controls={id}
        disabled={isHere}
        onClick={toggle}
      >
        <GroupIcon size={18} aria-hidden />
        {label}
        <IconChevronRight size={16} aria-hidden className={classes.chevron} />
      </button>
      <div id={id} hidden={!shown} className={classes.sections}>
        {sections.map((section) => (
          <Section key={section.label ?? ''} section={section} onNavigate={onNavigate} />
        ))}
      </div>
    </div>
  );
}

function Section({
  section,
  onNavigate,
}: {
  section: NavGroup['sections'][number];
  onNavigate?: () => void;
}) {
  const id = useId();
  return (
    <>
      {section.label && (
        <p id={id} className={classes.label}>
          {section.label}
        </p>
      )}
      <ul aria-labelledby={section.label ? id : undefined} className={classes.list}>
        {section.entries.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={classes.entry} onClick={onNavigate}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
