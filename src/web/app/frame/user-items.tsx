import { Badge, Group, Menu, Text } from '@mantine/core';
import { IconApi, IconDevices, IconKeyboard, IconLogout, IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { seesOwnOnly } from '#kernel/rights.ts';
import type { Person } from '#web/data/session-store.ts';
import { MenuAt } from '#web/ui/menus/menu-at.tsx';
import type { OpenMenuProps } from '#web/ui/menus/use-menu-button.ts';
import classes from './shell.module.css';

interface UserItemsProps extends OpenMenuProps {
  person: Person;
  /** Shows the keyboard shortcuts. */
  onKeys: () => void;
}

/** Who is signed in with which roles, help, and the way out. */
export function UserItems({ person, onKeys, ...open }: UserItemsProps) {
  const shown = person.name ?? person.email;
  return (
    <MenuAt {...open} label={`Account of ${shown}`} width={280}>
      <div className={classes.identity}>
        <Text fw={600} truncate>
          {shown}
        </Text>
        {person.name && (
          <Text size="sm" c="dimmed" truncate>
            {person.email}
          </Text>
        )}
        <Group gap={6} mt={6}>
          {person.roles.map((role) => (
            <Badge key={role} variant="default" tt="none">
              {role}
            </Badge>
          ))}
        </Group>
      </div>
      <Menu.Divider />
      <Menu.Item component={Link} to="/auth/sessions" leftSection={<IconDevices size={16} aria-hidden />}>
        Sessions and Tokens
      </Menu.Item>
      {!seesOwnOnly(person.roles) && (
        <Menu.Item component={Link} to="/auth/roles" leftSection={<IconShieldCheck size={16} aria-hidden />}>
          Roles
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onKeys}>
        Keyboard shortcuts
      </Menu.Item>
      <Menu.Item
        component="a"
        href="/api/docs"
        target="_blank"
        rel="noreferrer"
        leftSection={<IconApi size={16} aria-hidden />}
      >
        API documentation
      </Menu.Item>
      <Menu.Item
        component={Link}
        to="/unauth/logout"
        preload={false}
        leftSection={<IconLogout size={16} aria-hidden />}
      >
        Log Out
      </Menu.Item>
    </MenuAt>
  );
}
