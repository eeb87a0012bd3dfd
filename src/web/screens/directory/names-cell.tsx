import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { adGroups, NAMES_SHOWN } from '#resources/ad-groups.ts';
import { cutInMiddle, endsMatter } from '#web/grid/rows/cut-in-middle.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import classes from './directory.module.css';

const NamesDialog = lateDialog(
  async () => ({ default: (await import('./parts/names-dialog.tsx')).NamesDialog }),
  ({ onClose }) => onClose(),
);

interface NamesCellProps {
  names: readonly string[];
  /** The names and their subject: 'Owners of APP_AWS_SHOP'. */
  title: string;
  tabIndex: 0 | -1;
}

interface MembersCellProps {
  group: { id: number; name: string };
  /** The first of them by name. */
  first: readonly { name: string }[];
  /** All of them. */
  count: number;
  tabIndex: 0 | -1;
}

/** The first members of a group; the page of the group has the others, who may be thousands. */
export function MembersCell({ group, first, count, tabIndex }: MembersCellProps) {
  const names = (count > NAMES_SHOWN ? first.slice(0, 1) : first).map(({ name }) => name);
  const left = count - names.length;
  return (
    <span className={classes.names}>
      <span title={names.join(', ')}>{names.join(', ')}</span>
      {left > 0 && (
        <Link
          to="/auth/$action/$model/$modelId"
          params={{ action: 'view', model: adGroups.name, modelId: String(group.id) }}
          tabIndex={tabIndex}
          aria-label={`${left} more: Members of ${group.name}`}
          className={classes.link}
        >
          + {left} more
        </Link>
      )}
    </span>
  );
}

/** The first names of a list that may be long, and a way to all of them. */
export function NamesCell({ names, title, tabIndex }: NamesCellProps) {
  const [open, setOpen] = useState(false);
  const shown = names.length > NAMES_SHOWN ? names.slice(0, 1) : names;
  const left = names.length - shown.length;
  const text = shown.join(', ');
  return (
    <span className={classes.names}>
      <span key={text} ref={endsMatter(text, false) ? cutInMiddle : undefined} title={text}>
        {text}
      </span>
      {left > 0 && (
        <button
          type="button"
          data-read
          tabIndex={tabIndex}
          aria-label={`${left} more: ${title}`}
          onClick={() => setOpen(true)}
        >
          + {left} more
        </button>
      )}
      <Suspense>
        {open && <NamesDialog title={title} names={names} onClose={() => setOpen(false)} />}
      </Suspense>
    </span>
  );
}
