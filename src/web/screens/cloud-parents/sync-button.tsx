import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { syncInventory } from '#calls/clouds.ts';
import { messages } from '#resources/messages.ts';
import { change } from '#web/data/call.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { usePerson } from '#web/data/use-session.ts';
import { JOBS } from '#web/data/work.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { noticeFailure, noticeSuccess } from '#web/ui/notices/notices.tsx';

/** Has the clouds read into the inventory, which the tab then follows; there for those who may. */
export function SyncButton() {
  const rights = usePerson()?.rights;
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(null));
  const { mutate, isPending } = useMutation({
    mutationFn: () => intents.once({}, (intent) => change(syncInventory, {}, intent)),
    onSuccess: async ({ job }) => {
      followJob(job.id);
      noticeSuccess({ title: messages.dataSubmitted, reason: 'The clouds are read in the background.' });
      await queries.invalidateQueries({ queryKey: [JOBS] });
    },
    onError: (error) => noticeFailure({ title: 'The clouds are not read.', reason: error.message }),
  });
  if (rights && !rights.operate) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isPending}
      onClick={() => mutate()}
    >
      Sync with Clouds
    </Button>
  );
}
