import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices.tsx';
import { recordName } from '../record-title.ts';
import { useMay } from '../use-may.ts';

interface SavingSwitchProps {
  resource: Resource;
  row: RecordRow;
  /** A field that holds true or false. */
  field: string;
  tabIndex: 0 | -1;
  /** Said when it was saved; nothing by default. */
  done?: (on: boolean) => string;
}

/** A switch in a cell that saves at once, and goes back where that fails. */
export function SavingSwitch({ resource, row, field, tabIndex, done }: SavingSwitchProps) {
  const queries = useQueryClient();
  const may = useMay(resource);
  const stored = row[field] === true;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (on: boolean) =>
      api.put<RecordAnswer>(`${resourcePath(resource.name)}/${row.id}`, {
        [field]: on,
        lock_version: row.lock_version,
      }),
    onSuccess: async (_answer, on) => {
      if (done) noticeSuccess(done(on));
      // The list is fetched anew before the switch follows it again: it never flickers back.
      await queries.invalidateQueries();
    },
    onError: async (error: Error) => {
      noticeFailure({ title: resource.messages.updateFailed, reason: error.message });
      await queries.invalidateQueries();
    },
  });
  const shown = isPending ? variables : stored;
  return (
    <Switch
      size="xs"
      checked={shown}
      disabled={!may.update}
      aria-busy={isPending || undefined}
      aria-label={`${resource.fields[field]?.label ?? field} of ${recordName(resource, row)}`}
      tabIndex={tabIndex}
      onChange={(event) => {
        if (!isPending) mutate(event.currentTarget.checked);
      }}
    />
  );
}
