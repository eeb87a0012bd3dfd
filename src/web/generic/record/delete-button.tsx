import { Button, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Resource } from '#kernel/resource.ts';
import { api } from '#web/data/client.ts';
import { resourcePath, type RecordRow } from '#web/data/queries.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.ts';
import { lastListSearch } from '../list-state.ts';

interface DeleteButtonProps {
  resource: Resource;
  record: RecordRow;
  /** What people call the record. */
  name: string;
}

/** Deletes the record after a question, then goes back to its list. */
export function DeleteButton({ resource, record, name }: DeleteButtonProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const list = `/auth/view/${resource.name}`;
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.remove(`${resourcePath(resource.name)}/${record.id}`),
    onSuccess: async () => {
      noticeSuccess(resource.messages.deleted);
      await navigate({ to: list, search: lastListSearch(list) });
      await queries.invalidateQueries();
    },
    onError: (error) => noticeFailure(error.message || resource.messages.deleteFailed),
  });

  const ask = () =>
    modals.openConfirmModal({
      title: `Delete ${name}`,
      children: <Text>Sure to delete?</Text>,
      labels: { confirm: 'Delete', cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: mutate,
    });

  return (
    <Button
      variant="default"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={isPending}
      onClick={ask}
    >
      Delete
    </Button>
  );
}
