import { Avatar, Badge, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconApi, IconChevronDown, IconKeyboard, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Person } from '#web/data/session-store.ts';
import classes from './shell.module.css';

/** First letters of the name, or of the address where there is no name. */
function initialsOf({ name, email }: Person): string {
  const words = (name ?? email.split('@')[0] ?? '').split(/[\s._-]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => word?.[0]?.toUpperCase())
    .join('');
}

interface UserMenuProps {
  person: Person;
  /** Shows the keyboard shortcuts. */
  onKeys: () => void;
}

/** Who is signed in, help, and the way out. */
export function UserMenu({ person, onKeys }: UserMenuProps) {
  const shown = person.name ?? person.email;
  return (
    <Menu position="bottom-end" width={280} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <Avatar size={32} radius="xl" color="sky" variant="filled" aria-hidden>
            {initialsOf(person)}
          </Avatar>
          <VisuallyHidden>Account of {shown}</VisuallyHidden>
          <span className={classes.userName} aria-hidden>
            {shown}
          </span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
