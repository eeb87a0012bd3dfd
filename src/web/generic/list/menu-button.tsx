import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import classes from './list.module.css';

interface MenuButtonProps {
  name: string;
  tabIndex: 0 | -1;
  onOpen: (at: HTMLElement) => void;
}

/** Of a list, with what can be done with any record. */
export const RowMenu = lateDialog(
  async () => ({ default: (await import('./row-menu.tsx')).RowMenu }),
  ({ onClose }) => onClose(),
);

/** Of an editable table, with what its model adds. */
export const ActionsMenu = lateDialog(
  async () => ({ default: (await import('./row-menu.tsx')).ActionsMenu }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(RowMenu.fetch);
fetchWhenQuiet(ActionsMenu.fetch);

const approach = () => void Promise.all([RowMenu.fetch(), ActionsMenu.fetch()]).catch(() => undefined);

/** A plain button: a list shows hundreds of them, and one menu serves them all. */
export function MenuButton({ name, tabIndex, onOpen }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={classes.menuButton}
      data-action="menu"
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-label={`Actions for ${name}`}
      onPointerEnter={approach}
      onFocus={approach}
      onClick={(event) => onOpen(event.currentTarget)}
    />
  );
}
