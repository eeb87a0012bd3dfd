import { Paper } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { SpincoSgChange } from '#resources/spinco-sg-changes.ts';
import { newIntent } from '#web/data/client.ts';
import { changeQuery, reverseChange } from '#web/data/security-groups.ts';
import { ProgressLine } from '#web/generic/additions/progress-line.tsx';
import { noticeDone } from '#web/generic/additions/notice-done.ts';
import { grouped } from '#kernel/written.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { words } from './spinco-form-state.ts';

/** Where a change is read. */
export const changeAddress = (id: number): string => `/auth/view/spinco_sg_changes/${id}`;

interface RunningChangeProps {
  begun: SpincoSgChange;
  /** It is over, and its result is shown. Keep it the same between renders. */
  onOver: (id: number) => void;
}

/** A change that was requested here: its progress, and its result once it is over. */
export function RunningChange({ begun, onOver }: RunningChangeProps) {
  const queries = useQueryClient();
  const { data: change = begun } = useQuery(changeQuery(begun.id));
  const shown = useRef(false);
  useEffect(() => {
    if (change.state === 'running' || shown.current) return;
    shown.current = true;
    void queries.invalidateQueries();
    if (change.state === 'done') {
      const intent = newIntent();
      const undo = {
        send: () => reverseChange(change, intent),
        done: 'The change is being taken back!',
        failed: 'This could not be undone',
      };
      noticeDone({ notice: words[change.deed], undo }, queries);
    } else
      noticeFailure({
        title: words.failed,
        reason: change.error ?? undefined,
        link: { label: 'See what became of each user', to: changeAddress(change.id) },
      });
    onOver(change.id);
  }, [change, queries, onOver]);
  const reached = change.done_count + change.failed_count;
  const verb = change.deed === 'add' ? 'Adding' : 'Removing';
  const label = `${verb} ${grouped(reached)} of ${grouped(change.user_count)} users.`;
  return (
    <Paper withBorder p="md" mb="lg">
      <ProgressLine progress={{ label, share: reached / Math.max(1, change.user_count) }} />
      {change.error !== null && <p>{change.error}</p>}
    </Paper>
  );
}
