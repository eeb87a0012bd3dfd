import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react';
import { Suspense } from 'react';
import { fetchWhenQuiet, lateDialog } from '#web/ui/late.tsx';
import { useMenuButton } from '#web/ui/use-menu-button.ts';

/** How the portal may look. */
export const SCHEMES: { value: MantineColorScheme; label: string; icon: Icon }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Like the system', icon: IconDeviceDesktop },
];

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
