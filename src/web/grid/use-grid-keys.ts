import { useShortcuts, type Shortcut } from '#web/ui/shortcuts/shortcuts.ts';

const MOVING: readonly Shortcut[] = [
  { keys: 'arrows', label: 'To the next cell' },
  { keys: 'home', label: 'To the first cell of the row, with Ctrl to the first row' },
  { keys: 'end', label: 'To the last cell of the row, with Ctrl to the last row' },
  { keys: 'pageup', label: 'Ten rows up' },
  { keys: 'pagedown', label: 'Ten rows down' },
];

const EDITING: readonly Shortcut[] = [
  { keys: 'enter', label: 'Edit the row; while editing, save it' },
  { keys: 'f2', label: 'Edit the row' },
  { keys: 'esc', label: 'Cancel editing' },
];

const SELECTING: readonly Shortcut[] = [
  { keys: 'space', label: 'Select the row, with Shift all from the one selected last' },
];

/** Lists the keys that a table obeys while it has the focus. */
export function useGridKeys({
  bare,
  editable,
  selects,
}: {
  bare: boolean;
  editable: boolean;
  selects: boolean;
}): void {
  useShortcuts(
    'Within a table',
    bare ? [] : [...MOVING, ...(editable ? EDITING : []), ...(selects ? SELECTING : [])],
  );
}
