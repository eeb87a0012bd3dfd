import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconSun } from '@tabler/icons-react';
import { Suspense } from 'react';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { useMenuButton } from '#web/ui/menus/use-menu-button.ts';
import { SCHEMES } from '../schemes.ts';

const AppearanceItems = lateDialog(
  async () => ({ default: (await import('./appearance-items.tsx')).AppearanceItems }),
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(AppearanceItems.fetch);

/** Light, dark, or what the system has; the choice is kept. */
export function AppearanceMenu() {
  const { colorScheme } = useMantineColorScheme();
  const Current = SCHEMES.find(({ value }) => value === colorScheme)?.icon ?? IconSun;
  const { open, button } = useMenuButton(AppearanceItems.fetch);
  return (
    <>
      <ActionIcon {...button} variant="subtle" color="gray" size={40} aria-label="Appearance">
        <Current size={20} aria-hidden />
      </ActionIcon>
      <Suspense>{open && <AppearanceItems {...open} />}</Suspense>
    </>
  );
}
