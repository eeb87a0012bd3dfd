import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Resource } from '#kernel/resource.ts';
import { DeleteDialog } from '../list/late-delete-dialog.ts';
import { lastListSearch } from '../list-state.ts';
import { useStillHere } from '../use-still-here.ts';

interface DeleteButtonProps {
  resource: Resource;
  id: number;
  /** The name of the record. */
  name: string;
}

/** Deletes the record after a question, then goes back to its list as it was left. */
export function DeleteButton({ resource, id, name }: DeleteButtonProps) {
  const navigate = useNavigate();
  const isHere = useStillHere();
  const [confirming, setConfirming] = useState(false);
  const list = `/auth/view/${resource.name}`;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setConfirming(true)}
      >
        Delete
      </Button>
      <Suspense>
        {confirming && (
          <DeleteDialog
            resource={resource}
            id={id}
            name={name}
            onCancel={() => setConfirming(false)}
            onDone={() => {
              if (isHere()) void navigate({ to: list, search: lastListSearch(list) });
            }}
          />
        )}
      </Suspense>
    </>
  );
}
