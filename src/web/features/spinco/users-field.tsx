import { Button, Textarea } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { withSemicolons } from '#kernel/directory/user-list.ts';
import { useRoomField, useRoomState } from '#web/generic/editing/use-room.ts';
import type { SpincoRoom } from './spinco-room.ts';
import classes from './spinco.module.css';

/** The users, separated by semicolons; what was pasted with other separators can be turned. */
export function UsersField({ room }: { room: SpincoRoom }) {
  const { value, error } = useRoomField(room, 'users');
  const { locked } = useRoomState(room);
  const typed = String(value ?? '');
  const turned = withSemicolons(typed);
  return (
    <div>
      <Textarea
        label="Users"
        name="users"
        withAsterisk
        required
        description="Addresses or user principal names, separated by semicolons."
        placeholder="ada@example.com; grace@example.com"
        spellCheck={false}
        autosize
        minRows={4}
        maxRows={12}
        disabled={locked}
        value={typed}
        error={error}
        onChange={(event) => room.set('users', event.currentTarget.value)}
      />
      {turned !== null && !locked && (
        <p className={classes.turn} role="status">
          <span>Something else than semicolons separates these users.</span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconArrowsSplit size={14} aria-hidden />}
            onClick={() => room.set('users', turned)}
          >
            Put semicolons
          </Button>
        </p>
      )}
    </div>
  );
}
