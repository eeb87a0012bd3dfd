import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { AdoptionPreview } from '#calls/account-life.ts';
import { Facts } from '#web/ui/card.tsx';
import { DeploymentLink } from './deployment-link.tsx';
import classes from './life.module.css';

/** What something was, and what it becomes. */
export const becomes = (before: string | null, after: string | null): string =>
  `${before ?? 'none'} → ${after ?? 'none'}`;

/** What changes on the record of an account, from what to what. */
export function RecordChanges({ changes }: Pick<AdoptionPreview, 'changes'>) {
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
    </>
  );
}

/** Which of its tags are written, from what to what. */
export function TagChanges({ tags }: Pick<AdoptionPreview, 'tags'>) {
  return (
    <>
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
    </>
  );
}

interface AgainstItProps {
  /** Such as 'It cannot be adopted'. */
  title: string;
  problems: readonly string[];
  unchecked: string | null;
}

/** What stands against it, and that it was not checked with the cloud. */
export function AgainstIt({ title, problems, unchecked }: AgainstItProps) {
  return (
    <>
      {unchecked !== null && (
        <Alert
          color="sky"
          icon={<IconAlertTriangle aria-hidden />}
          title="Not checked with the cloud"
          mb="md"
        >
          {unchecked}
        </Alert>
      )}
      {problems.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} mb="md">
          {problems.join(' ')}
        </Alert>
      )}
    </>
  );
}

/** That a deployment was begun, with the way to it. */
export function Begun({ deployment }: { deployment: Readonly<Record<string, unknown>> }) {
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
