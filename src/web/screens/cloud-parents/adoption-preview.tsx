import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf } from '#calls/call.ts';
import { adoptAccount, type AdoptionPreview } from '#calls/account-life.ts';
import { listed } from '#kernel/written.ts';
import { change } from '#web/data/call.ts';
import { createIntents } from '#web/generic/editing/intents.ts';
import { Facts } from '#web/ui/card.tsx';
import { DeploymentLink } from './deployment-link.tsx';
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
  if (begun) {
    const { cloud_deployment: deployment } = begun;
    const waits = deployment['state'] === 'waiting_approval';
    return (
      <Alert
        color="green"
        icon={<IconCheck aria-hidden />}
        title={waits ? 'It waits until somebody else has agreed' : 'It is being done'}
      >
        <DeploymentLink id={Number(deployment['id'])}>See its steps</DeploymentLink>
      </Alert>
    );
  }
  const refused = [...data.problems, ...(error ? [error.message] : [])];
  return (
    <>
      {meta.unchecked !== null && (
        <Alert color="sky" icon={<IconAlertTriangle aria-hidden />} title="The cloud was not asked" mb="md">
          {meta.unchecked}
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="It cannot be adopted" mb="md">
          {refused.join(' ')}
        </Alert>
      )}
      <Told preview={data} />
      {data.problems.length === 0 && (
        <Button mt="md" loading={isPending} onClick={() => mutate()}>
          Adopt Account
        </Button>
      )}
    </>
  );
}

const becomes = (before: string | null, after: string | null) => `${before ?? 'none'} → ${after ?? 'none'}`;

function Told({ preview }: { preview: AdoptionPreview }) {
  const { changes, tags, budget, told, decides, steps } = preview;
  return (
    <>
      <p className={classes.part}>What changes on the record</p>
      <Facts>
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{becomes(before, after)}</dd>
          </div>
        ))}
      </Facts>
      {changes.length === 0 && <p>Nothing.</p>}
      <p className={`${classes.part} ${classes.section}`}>Which tags are written to the cloud</p>
      <Facts>
        {tags.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{becomes(before, after)}</dd>
          </div>
        ))}
      </Facts>
      {tags.length === 0 && <p>None: it has them already.</p>}
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
