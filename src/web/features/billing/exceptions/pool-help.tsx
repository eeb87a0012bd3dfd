import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Run } from '#calls/runs.ts';
import { FailureNote } from '#web/ui/pages/states.tsx';
import { allocateAnew, readTagsAgain } from '../rules/rules.ts';
import links from '#web/ui/plain-link.module.css';

interface PoolHelpProps {
  run: Run;
  problem: string | null;
  /** The pool, as the exceptions call it. */
  identifier: string;
}

/** What settles a pool that nobody is charged for: importing its metric, or reading tags, and allocating the run anew. */
export function PoolHelp({ run, problem, identifier }: PoolHelpProps) {
  return (
    <Stack gap={6} align="flex-end">
      {problem === 'no_metric' && (
        <Link
          to="/auth/$action/$model"
          params={{ action: 'view', model: 'allocation_metrics' }}
          className={links.link}
        >
          Allocation Metrics
        </Link>
      )}
      {problem === 'pool_tag_unread' && (
        <Act
          word="Read Tags Again"
          about={identifier}
          failed="The tags could not be read again."
          act={() => readTagsAgain(run.month)}
        />
      )}
      <Act
        word="Allocate Anew"
        about={identifier}
        failed={`Run ${run.id} could not be allocated anew.`}
        act={() => allocateAnew(run)}
      />
    </Stack>
  );
}

interface ActProps {
  word: string;
  about: string;
  failed: string;
  act: () => Promise<void>;
}

function Act({ word, about, failed, act }: ActProps) {
  const { mutate, error, isPending } = useMutation({ mutationFn: act });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={isPending}
        aria-label={`${word}: ${about}`}
        onClick={() => mutate()}
      >
        {word}
      </Button>
      {error && <FailureNote outcome={{ title: failed, reason: error.message }} />}
    </>
  );
}
