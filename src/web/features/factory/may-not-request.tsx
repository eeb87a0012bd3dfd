import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/pages/states.tsx';

/** In place of a form, for who came to its address without the right to send it. */
export const MayNotRequest = ({ what }: { what: string }) => (
  <EmptyState title={`You may not request a new ${what}`}>
    Operators do. Who administers the portal can give you another role.{' '}
    <Anchor component={Link} to="/auth/roles" underline="always">
      Who may do what
    </Anchor>
  </EmptyState>
);
