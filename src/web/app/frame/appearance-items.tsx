import { Menu, useMantineColorScheme } from '@mantine/core';
import { MenuAt } from '#web/ui/menus/menu-at.tsx';
import type { OpenMenuProps } from '#web/ui/menus/use-menu-button.ts';
import { SCHEMES } from '../schemes.ts';

/** The looks to choose from. */
export function AppearanceItems(props: OpenMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (chosen: string) => {
    const scheme = SCHEMES.find(({ value }) => value === chosen);
    if (scheme) setColorScheme(scheme.value);
  };
  return (
    <MenuAt {...props} label="Appearance">
      <Menu.RadioGroup value={colorScheme} onChange={choose}>
        {SCHEMES.map(({ value, label, icon: SchemeIcon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            closeMenuOnClick
            rightSection={<SchemeIcon size={16} aria-hidden />}
          >
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuAt>
  );
}
