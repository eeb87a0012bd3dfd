import { Suspense, useState } from 'react';
import { lateDialog } from '#web/ui/pages/late.tsx';
import classes from './directory.module.css';

const NamesDialog = lateDialog(
  async () => ({ default: (await import('./parts/names-dialog.tsx')).NamesDialog }),
  ({ onClose }) => onClose(),
);

/** The number of names that a cell shows whole; of more only the first is shown. */
const SHOWN = 2;

interface NamesCellProps {
  names: readonly string[];
  /** The names and their subject: 'Owners of APP_AWS_SHOP'. */
  title: string;
  tabIndex: 0 | -1;
}

/** The first names of a list that may be long, and a way to all of them. */
export function NamesCell({ names, title, tabIndex }: NamesCellProps) {
  const [open, setOpen] = useState(false);
  const shown = names.length > SHOWN ? names.slice(0, 1) : names;
  const left = names.length - shown.length;
  return (
    <span className={classes.names}>
      <span title={shown.join(', ')}>{shown.join(', ')}</span>
      {left > 0 && (
        <button
          type="button"
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
