import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { repairDifference, takeRepairBack } from '#calls/inventory-differences.ts';
import { repairsOf, type Take } from '#resources/inventory-repairs.ts';
import { change } from '#web/data/call.ts';
import { newIntent } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import { noticeDone } from '#web/generic/additions/notice-done.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { CloudButton, TakeOverButton } from './cloud-button.tsx';
import { noticeFailure } from '#web/ui/notices/notices.tsx';

interface RepairButtonsProps {
  row: RecordRow;
  tabIndex: 0 | -1;
}

/** The repairs of a difference, each as a button that says what it does; shown to those who may. */
export function RepairButtons({ row, tabIndex }: RepairButtonsProps) {
  const { edit_reference_data: mayEdit = false, operate: mayOperate = false } = usePerson()?.rights ?? {};
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(null));
  const { id } = row;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (take: Take) =>
      intents.once({ id, take }, (intent) => change(repairDifference, { id, take }, intent)),
    onSuccess: async ({ lock_version }) => {
      const back = newIntent();
      const undo = {
        send: () => change(takeRepairBack, { id, lock_version }, back),
        done: 'The inventory says again what it said before!',
        failed: 'This could not be undone',
      };
      noticeDone({ notice: 'The inventory has been updated!', undo }, queries);
      await queries.invalidateQueries();
    },
    onError: async (error) => {
      noticeFailure({ title: 'The inventory was not updated.', reason: error.message });
      await queries.invalidateQueries();
    },
  });
  if (!mayEdit) return null;
  return (
    <Group gap={4} wrap="nowrap">
      {mayOperate && <CloudButton row={row} tabIndex={tabIndex} />}
      {repairsOf(row).map(({ take, label }) =>
        take === 'provider' ? (
          <TakeOverButton key={take} {...{ row, label, tabIndex }} />
        ) : (
          <Button
            key={take}
            size="compact-xs"
            variant="default"
            tabIndex={tabIndex}
            loading={isPending && variables === take}
            disabled={isPending}
            title={label}
            aria-label={`${label}: ${String(row['identifier'])}`}
            onClick={() => mutate(take)}
          >
            <Text span inherit truncate>
              {label}
            </Text>
          </Button>
        ),
      )}
    </Group>
  );
}
