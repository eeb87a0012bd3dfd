import { createContext, memo, useContext } from 'react';
import type { GridEditing, GridRow } from '../types.ts';
import classes from './row-actions.module.css';

/** The handlers of the rows; the same object for the life of the grid: rows need not render again. */
export interface RowCalls<R extends GridRow> {
  edit: (row: R) => void;
  copy: (row: R) => void;
  confirmDelete: (row: R, at: HTMLElement) => void;
  confirmCancel: (at: HTMLElement) => void;
  save: () => void;
  /** Chooses a row or gives it up; `through`: all from the one that was chosen last. */
  select: (row: R, through: boolean) => void;
  /** Shows what belongs to a row, or no longer. */
  open: (row: R) => void;
}

/** Whether a row is being edited, so that no other may be: passed to the buttons alone, not through the rows. */
export const LockedContext = createContext(false);

interface RowButtonProps {
  action: 'edit' | 'copy' | 'delete' | 'save' | 'cancel';
  name: string;
  tabIndex?: 0 | -1;
  disabled?: boolean;
  busy?: boolean;
  onPress: (at: HTMLElement) => void;
}

const WORDS = { edit: 'Edit', copy: 'Copy', delete: 'Delete', save: 'Save', cancel: 'Cancel' };

/**
 * A plain button: a table shows a hundred of them. A disabled one stays focusable, so that the focus is not
 * lost when the row beside it opens.
 */
function RowButton({ action, name, tabIndex, disabled, busy, onPress }: RowButtonProps) {
  const word = WORDS[action];
  return (
    <button
      type="button"
      className={classes.button}
      data-action={action}
      tabIndex={tabIndex}
      aria-label={`${word} ${name}`}
      aria-disabled={disabled || undefined}
      aria-busy={busy || undefined}
      title={word}
      onClick={(event) => {
        if (!disabled) onPress(event.currentTarget);
      }}
    >
      <span>{busy ? 'Saving' : word}</span>
    </button>
  );
}

interface ViewActionsProps<R extends GridRow> {
  row: R;
  editing: Pick<GridEditing<R>, 'nameOf' | 'onEdit' | 'onCopy' | 'onDelete' | 'more'>;
  tabIndex: 0 | -1;
  calls: RowCalls<R>;
}

function ViewActionsPlain<R extends GridRow>({ row, editing, tabIndex, calls }: ViewActionsProps<R>) {
  const locked = useContext(LockedContext);
  const name = editing.nameOf(row);
  const common = { name, tabIndex };
  return (
    <div className={classes.buttons}>
      {editing.onEdit && (
        <RowButton action="edit" {...common} disabled={locked} onPress={() => calls.edit(row)} />
      )}
      {editing.onCopy && (
        <RowButton action="copy" {...common} disabled={locked} onPress={() => calls.copy(row)} />
      )}
      {editing.onDelete && (
        <RowButton action="delete" {...common} onPress={(at) => calls.confirmDelete(row, at)} />
      )}
      {editing.more?.(row, tabIndex)}
    </div>
  );
}

/** Edit, Copy and Delete of a viewed row. */
export const ViewActions = memo(ViewActionsPlain) as typeof ViewActionsPlain;

interface EditActionsProps<R extends GridRow> {
  name: string;
  saving: boolean;
  calls: RowCalls<R>;
}

/** Save and Cancel of the edited row. */
export function EditActions<R extends GridRow>({ name, saving, calls }: EditActionsProps<R>) {
  return (
    <div className={classes.buttons}>
      <RowButton action="save" name={name} busy={saving} disabled={saving} onPress={() => calls.save()} />
      <RowButton action="cancel" name={name} disabled={saving} onPress={(at) => calls.confirmCancel(at)} />
    </div>
  );
}
