import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf } from '#calls/call.ts';
import { adoptAccount, type AdoptionPreview } from '#calls/account-life.ts';
import { listed } from '#kernel/written.ts';
import { change } from '#web/data/call.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { AgainstIt, Begun, RecordChanges, TagChanges } from './what-changes.tsx';
import classes from './life.module.css';

/** What is asked for, without whether that is a preview. */
export type Adoption = Omit<InputOf<typeof adoptAccount>, 'dry_run'>;

interface AdoptionPreviewProps {
  asked: Adoption;
  preview: { data: AdoptionPreview; meta: { unchecked: string | null } };
}

/** What would change where an account is adopted, and the button that has it done. */
export function AdoptionPreviewPart({ asked, preview: { data, meta } }: AdoptionPreviewProps) {
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(null));
  const {
    mutate,
    isPending,
    error,
    data: begun,
  } = useMutation({
    mutationFn: () => intents.once({}, (intent) => change(adoptAccount, asked, intent)),
    onSuccess: () => queries.invalidateQueries(),
  });
  if (begun) return <Begun deployment={begun.cloud_deployment} />;
  const refused = [...data.problems, ...(error ? [error.message] : [])];
  return (
    <>
      <AgainstIt title="It cannot be adopted" problems={refused} unchecked={meta.unchecked} />
      <Told preview={data} />
      {data.problems.length === 0 && (
        <Button mt="md" loading={isPending} onClick={() => mutate()}>
          Adopt Account
        </Button>
      )}
    </>
  );
}

function Told({ preview }: { preview: AdoptionPreview }) {
  const { changes, tags, budget, told, decides, steps } = preview;
  return (
    <>
      <RecordChanges changes={changes} />
      <TagChanges tags={tags} />
      <ul className={`${classes.list} ${classes.section}`}>
        {budget !== null && <li>A budget of {budget}.</li>}
        <li>{listed(told)} are told by mail, and so are you.</li>
        {decides.map((one) => (
          <li key={one}>Who has to agree first: {one}</li>
        ))}
        <li>Steps: {steps.join(', ')}.</li>
      </ul>
    </>
  );
}
