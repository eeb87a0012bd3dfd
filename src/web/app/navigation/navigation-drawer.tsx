import { Logo } from '#web/ui/pages/logo.tsx';
import { SideDialog } from '#web/ui/dialogs/dialog.tsx';
import classes from '../frame/shell.module.css';
import { SideNavigation } from './side-navigation.tsx';

/** The navigation where the window has no room for it at the side; mounted while it is open. */
export function NavigationDrawer({ onClose }: { onClose: () => void }) {
  return (
    <SideDialog
      onClose={onClose}
      size={300}
      title={<Logo size={28} />}
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
      classNames={{
        content: `${classes.drawer} ${classes.drawerContent}`,
        header: classes.drawerHeader,
        body: classes.drawerBody,
      }}
    >
      <SideNavigation onNavigate={onClose} />
    </SideDialog>
  );
}
