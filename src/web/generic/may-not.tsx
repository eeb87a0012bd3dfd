import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { EmptyState } from '#web/ui/pages/states.tsx';

const WORDS = { create: 'add', update: 'change', delete: 'delete' } as const;

interface MayNotProps {
  resource: Resource;
  action: keyof typeof WORDS;
}

/** In place of a form, for who came to its address without the right to what it does. */
export function MayNot({ resource, action }: MayNotProps) {
  return (
    <EmptyState
      title={`You may not ${WORDS[action]} ${resource.noun[1]}`}
      action={
        <Button component={Link} to={`/auth/view/${resource.name}`} variant="default">
          To the list
        </Button>
      }
    >
      Your role lets you read them. Who administers the portal can give you another one.{' '}
      <Anchor component={Link} to="/auth/roles" underline="always">
        Who may do what
      </Anchor>
    </EmptyState>
  );
}
