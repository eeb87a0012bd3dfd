import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';

/** Leads to the form for a new record. */
export function AddNew({ resource }: { resource: Resource }) {
  return (
    <Button
      component={Link}
      to={`/auth/create/${resource.name}`}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      Add New {resource.label[0]}
    </Button>
  );
}
