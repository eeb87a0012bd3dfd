import { Button } from '@mantine/core';
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { MOST_AT_ONCE, MOST_MATCHING } from '#kernel/bulk.ts';
import type { Resource } from '#kernel/resource.ts';
import { rightFor } from '#kernel/rights.ts';
import { grouped } from '#kernel/written.ts';
import { usePerson } from '#web/data/use-session.ts';
import type { Action, SelectedAbout } from '../additions/additions.ts';
import { SaveButton } from '../list/download-button.tsx';
import { downloadSelection, type Selection } from './selection-calls.ts';
import classes from './bulk.module.css';

interface SelectedBarProps {
  resource: Resource;
  selection: Selection;
  /** How many more than the chosen ones match; null where all that match are chosen, or nobody asks. */
  matching: { total: number; isLeast: boolean } | null;
  mayUpdate: boolean;
  mayDelete: boolean;
  /** What else can be done with them. */
  actions: readonly Action<SelectedAbout>[];
  onAct: (action: Action<SelectedAbout>) => void;
  onAll: () => void;
  onOpen: (dialog: 'edit' | 'delete') => void;
  onClear: () => void;
}

const mostOf = ({ most = Number.POSITIVE_INFINITY }: Action<SelectedAbout>): number => most;

/** The actions on the selected records. */
export function SelectedBar(props: SelectedBarProps) {
  const { resource, selection, matching, mayUpdate, mayDelete, actions, onAct } = props;
  const { onAll, onOpen, onClear } = props;
  const rights = usePerson()?.rights;
  const mayExport =
    resource.source === 'table' &&
    resource.csv !== undefined &&
    (!rights || rights[rightFor(resource, 'export')]);
  const isAll = 'all' in selection;
  const count = isAll ? selection.count : selection.rows.length;
  const mostChanged = (mayUpdate || mayDelete) && !isAll ? MOST_AT_ONCE : Number.POSITIVE_INFINITY;
  const most = Math.min(...actions.map(mostOf), mostChanged);
  return (
    <div role="region" aria-label="Selected" className={classes.bar}>
      <span className={classes.count} role="status">
        {isAll ? `All ${grouped(count)} that match are selected` : `${grouped(count)} selected`}
        {count > most && `, at most ${grouped(most)} at once`}
      </span>
      {matching && <AllOfThem matching={matching} onAll={onAll} />}
      {actions.map((action) => (
        <Button
          key={action.label}
          size="xs"
          variant="default"
          leftSection={action.icon}
          disabled={count > mostOf(action)}
          onClick={() => onAct(action)}
        >
          {action.label}
        </Button>
      ))}
      {mayUpdate && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          disabled={count > mostChanged}
          onClick={() => onOpen('edit')}
        >
          Edit selected
        </Button>
      )}
      {mayDelete && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} aria-hidden />}
          disabled={count > mostChanged}
          onClick={() => onOpen('delete')}
        >
          Delete selected
        </Button>
      )}
      {mayExport && (
        <SaveButton small label="Download selected" save={() => downloadSelection(resource, selection)} />
      )}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={onClear}
      >
        Clear selection
      </Button>
    </div>
  );
}

/** Once a whole page is chosen: the way to all that match, or why there is none. */
function AllOfThem({
  matching: { total, isLeast },
  onAll,
}: {
  matching: { total: number; isLeast: boolean };
  onAll: () => void;
}) {
  if (isLeast || total > MOST_MATCHING)
    return (
      <span className={classes.most}>
        More than {grouped(MOST_MATCHING)} match. Filter the list to select all.
      </span>
    );
  return (
    <Button size="xs" variant="subtle" onClick={onAll}>
      Select all {grouped(total)} that match
    </Button>
  );
}
