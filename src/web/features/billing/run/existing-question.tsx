import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { compareExisting } from '#calls/existing.ts';
import type { Run } from '#calls/runs.ts';
import { queryOf } from '#web/data/call.ts';
import { newIntent } from '#web/data/client.ts';
import { followJob } from '#web/data/followed-jobs.ts';
import { useLoad } from '#web/generic/use-load.ts';
import { useStillHere } from '#web/generic/use-still-here.ts';
import { noticeFailure } from '#web/ui/notices/notices.tsx';
import { Loaded } from '#web/ui/pages/loaded.tsx';
import { runAddress } from '../billing.ts';
import { answerExisting, type Answer } from '../calls.ts';
import { Answers, answerWords } from '../existing/answers.tsx';
import { BothSides } from '../existing/both-sides.tsx';
import { PLACES } from './places.ts';
import classes from '../run.module.css';

/** Another run has an invoice of an open one: both side by side, and what may become of them. */
export function ExistingQuestion({ run, mayAnswer }: { run: Run; mayAnswer: boolean }) {
  const load = useLoad(queryOf(compareExisting, { id: run.id }));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isHere = useStillHere();
  const [sending, setSending] = useState<Answer | null>(null);
  const answer = async (chosen: Answer) => {
    setSending(chosen);
    try {
      const { billing_run: next, job } = await answerExisting(run.id, chosen, newIntent());
      if (job) followJob(job.id);
      void queries.invalidateQueries();
      if (next.id !== run.id && isHere()) void navigate({ to: runAddress(next.id) });
    } catch (error) {
      noticeFailure({
        title: 'The answer was not taken.',
        reason: error instanceof Error ? error.message : undefined,
      });
    }
    setSending(null);
  };
  return (
    <Alert
      id={PLACES.existing}
      color="yellow"
      variant="light"
      icon={<IconArrowsDiff aria-hidden />}
      title={`Billing run ${run.existing_run} has the same invoice`}
      className={classes.question}
    >
      <Stack gap="sm">
        <Loaded load={load} failed="Both sides could not be loaded" height={120}>
          {(both) => (
            <>
              <Text size="sm">
                This run cannot be booked before somebody says what becomes of it. {answerWords(both)}
              </Text>
              <BothSides both={both} here="This run" />
              {mayAnswer && (
                <Group gap="xs" justify="flex-end">
                  <Answers of={both} sending={sending} onAnswer={(chosen) => void answer(chosen)} />
                </Group>
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Alert>
  );
}
