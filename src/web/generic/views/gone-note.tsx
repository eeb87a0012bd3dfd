import { Button } from '@mantine/core';
import type { GonePart } from '#calls/views.ts';
import type { ViewedList } from './viewed-list.ts';
import classes from './views.module.css';

interface GoneNoteProps {
  list: ViewedList;
  /** The view that the address names is not there. */
  isGone: boolean;
  /** Shows the same without the view. */
  onLeave: () => void;
}

const words = ({ what, name }: GonePart) => `the ${what} ${name}`;

/** Says what of the view that the address names is not there any more; the list is shown all the same. */
export function GoneNote({ list: { view }, isGone, onLeave }: GoneNoteProps) {
  const gone = view?.gone ?? [];
  if (!isGone && gone.length === 0) return null;
  return (
    <div role="status" className={classes.note}>
      {isGone ? (
        <>
          The view of this address was deleted, or is shown to its owner alone. The rows are those of the
          address.
          <Button variant="subtle" size="compact-sm" onClick={onLeave}>
            Leave the view
          </Button>
        </>
      ) : (
        `The view ${view?.name} is shown without what this list does not have any more: ${gone.map(words).join(', ')}. ` +
        (view?.may_change ? 'Save it to have that taken out.' : '')
      )}
    </div>
  );
}
