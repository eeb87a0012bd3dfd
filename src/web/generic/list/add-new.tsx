import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import type { ModelScreens } from '../model-screens.ts';

/** Leads to the form for a new record. */
export function AddNew({ resource, add }: { resource: Resource; add?: ModelScreens['add'] }) {
  return (
    <Button
      component={Link}
      to={`/auth/create/${resource.name}`}
      leftSection={add?.icon ?? <IconPlus size={16} aria-hidden />}
    >
      {add?.label ?? `Add New ${resource.label[0]}`}
    </Button>
  );
}
