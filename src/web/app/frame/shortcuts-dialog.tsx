import { Switch } from '@mantine/core';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { KeysShown } from '#web/ui/shortcuts/keys-shown.tsx';
import { setSingleKeys, shortcutGroups, useSingleKeys } from '#web/ui/shortcuts/shortcuts.ts';
import classes from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** The keys that work on this screen, as they are registered, and the switch for those without Ctrl. */
export default function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const single = useSingleKeys();
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size={760}>
      <div className={classes.groups}>
        {opened &&
          shortcutGroups().map(({ title, shortcuts }) => (
            <section key={title} aria-label={title} className={classes.group}>
              <h3>{title}</h3>
              <dl>
                {shortcuts.map(({ keys, label }) => (
                  <div key={`${keys} ${label}`}>
                    <dt>{label}</dt>
                    <dd>
                      <KeysShown keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
      </div>
      <Switch
        mt="lg"
        label="Keys without Ctrl"
        description="They never count while you type into a field. Switch them off if they get in your way."
        checked={single}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
