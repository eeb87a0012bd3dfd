import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isWritten } from '#kernel/fields/field.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer } from '#web/data/queries.ts';
import { writtenOf } from '../editing/values.ts';
import type { Action, ToolbarAbout } from './additions.ts';
import { useActions } from './use-actions.tsx';

/** The dialog with every field of a new record. */
const addAction = (resource: Resource): Action<ToolbarAbout> => ({
  label: `Add New ${resource.label[0]}`,
  dialog: {
    title: `Add New ${resource.label[0]}`,
    fields: Object.fromEntries(
      Object.entries(resource.fields).filter(([, field]) => isWritten(field, 'create')),
    ),
    submit: 'Submit',
    failed: resource.messages.addFailed,
    run: async ({ values }, { once }) => {
      const body = writtenOf(resource, values);
      await once(body, (intent) => api.post<RecordAnswer>(resourcePath(resource.name), body, { intent }));
      return { notice: resource.messages.added };
    },
  },
});

/** The button that adds a record in a dialog. */
export function AddInDialog({ resource }: { resource: Resource }) {
  const [action] = useState(() => addAction(resource));
  const { begin, shown } = useActions<ToolbarAbout>(resource);
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => begin(action, { filters: {} })}>
        {action.label}
      </Button>
      {shown}
    </>
  );
}
