import { IconChevronRight, IconHistory, IconHome, IconLogout, IconStar } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { memo, useEffect, useId, useRef, useState } from 'react';
import { registry } from '#resources/registry.ts';
import { PlaceLink } from '#web/ui/place-link.tsx';
import { namedApart } from './named-apart.ts';
import type { NavEntry, NavGroup } from './navigation.ts';
import classes from './side-navigation.module.css';
import { useKnownPlaces } from './use-known-places.ts';
import { useNavigation } from './use-navigation.ts';

/** So many of the last visits are shown. */
const SHOWN_VISITS = 4;

/**
 * The signed-in navigation: its groups are folded but for that of the current screen, and what there is no room for is scrolled
 * between Home and the last visits, which have their room at the lower edge, above Log Out. `onNavigate` is called when a place is chosen, which closes a drawer.
 */
export function SideNavigation({ onNavigate }: { onNavigate?: () => void }) {
  const groups = useNavigation();
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // The entry of the current screen may lie below what there is room for.
  useEffect(() => {
    main.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <div className={classes.menu}>
      <nav aria-label="Main" ref={main} className={classes.nav} data-main>
        <Link to="/auth/home" className={classes.top} onClick={onNavigate}>
          <IconHome size={18} aria-hidden />
          Home
        </Link>
        {groups.map((group) => (
          <Group key={group.label} group={group} onNavigate={onNavigate} />
        ))}
        <Link
          to="/unauth/logout"
          className={`${classes.top} ${classes.out}`}
          onClick={onNavigate}
          preload={false}
        >
          <IconLogout size={18} aria-hidden />
          Log Out
        </Link>
      </nav>
      <QuickAccess onNavigate={onNavigate} />
    </div>
  );
}

/** Favourites and where the person was last. */
function QuickAccess({ onNavigate }: { onNavigate?: () => void }) {
  const { favourites, visited } = useKnownPlaces();
  const here = useLocation({ select: (location) => location.pathname });
  const isMarked = (to: string) => favourites.some((place) => place.to === to);
  const latest = visited.filter(({ to }) => to !== here && !isMarked(to)).slice(0, SHOWN_VISITS);
  const marked = namedApart(favourites, registry);
  const lately = namedApart(latest, registry);
  return (
    <nav aria-label="Quick access" className={classes.nav} data-quick>
      {marked.length > 0 && (
        <Quick label="Favourites" icon={IconStar} entries={marked} onNavigate={onNavigate} />
      )}
      <Quick label="Last Visited" icon={IconHistory} entries={lately} onNavigate={onNavigate} />
    </nav>
  );
}

function Quick({ label, icon, entries, onNavigate }: Omit<NavGroup, 'sections'> & SectionEntries) {
  return <Group group={{ label, icon, sections: [{ entries }] }} onNavigate={onNavigate} folds />;
}

interface SectionEntries {
  entries: NavEntry[];
  onNavigate?: () => void;
}

interface GroupProps {
  group: NavGroup;
  onNavigate?: () => void;
  /** It is open until it is folded, which it may be also while it leads to the screen of the moment. */
  folds?: boolean;
}

const stored = (label: string) => `skyledger.navigation.${label}`;

/** Whether a path is an address, or lies below it. */
const leadsTo = (address: string | undefined, path: string): boolean =>
  address !== undefined && (path === address || path.startsWith(`${address}/`));

/** The link of a section that leads to the screen of the moment; of places that are one screen each, to exactly that. */
function currentOf(entries: readonly NavEntry[], path: string, alone: boolean): string | undefined {
  if (alone) return entries.find(({ to }) => to === path)?.to;
  for (const { to, table, list } of entries) {
    if (leadsTo(to, path) || leadsTo(list, path)) return to;
    if (leadsTo(table, path)) return table;
  }
  return undefined;
}

function Group({ group, onNavigate, folds = false }: GroupProps) {
  const { label, icon: GroupIcon, sections } = group;
  const id = useId();
  const entries = sections.flatMap((section) => section.entries);
  const leadsHere = useLocation({
    select: ({ pathname }) =>
      entries.some(({ to, table, list }) => [to, table, list].some((address) => leadsTo(address, pathname))),
  });
  const isHere = leadsHere && !folds;
  const [open, setOpen] = useState(
    () => (localStorage.getItem(stored(label)) ?? (folds ? 'open' : 'closed')) === 'open',
  );
  const shown = open || isHere;

  const [only] = entries;
  if (only && entries.length === 1 && only.label === label && !only.table)
    return (
      <PlaceLink
        href={only.to}
        className={classes.top}
        aria-current={leadsHere ? 'page' : undefined}
        onClick={onNavigate}
      >
        <GroupIcon size={18} aria-hidden />
        {label}
      </PlaceLink>
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
      <div id={id} hidden={!shown} className={classes.sections} data-rows={folds ? label : undefined}>
        {folds && entries.length === 0 && (
          <p className={classes.none}>The screens that you visit are listed here.</p>
        )}
        {sections.map((section) => (
          <Section key={section.label ?? ''} section={section} alone={folds} onNavigate={onNavigate} />
        ))}
      </div>
    </div>
  );
}

interface SectionProps {
  section: NavGroup['sections'][number];
  /** Its entries are one screen each, and not for the records of a model too. */
  alone: boolean;
  onNavigate?: () => void;
}

/** Of a hundred links only those that change are drawn anew where the address changes. */
const Section = memo(function Section({ section, alone, onNavigate }: SectionProps) {
  const id = useId();
  const current = useLocation({ select: ({ pathname }) => currentOf(section.entries, pathname, alone) });
  return (
    <>
      {section.label && (
        <p id={id} className={classes.label}>
          {section.label}
        </p>
      )}
      <ul aria-labelledby={section.label ? id : undefined} className={classes.list}>
        {section.entries.map(({ label, to, table }) => (
          <li key={to} className={classes.place}>
            <PlaceLink
              href={to}
              className={classes.entry}
              aria-current={to === current ? 'page' : undefined}
              onClick={onNavigate}
            >
              {label}
            </PlaceLink>
            {table && (
              <PlaceLink
                href={table}
                className={classes.table}
                aria-current={table === current ? 'page' : undefined}
                aria-label={`${label}, editable table`}
                title={`Edit ${label} in a table`}
                onClick={onNavigate}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
});
