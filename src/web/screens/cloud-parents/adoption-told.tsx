import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AdoptionPreview } from '#calls/account-life.ts';
import { listed } from '#kernel/written.ts';
import { Facts } from '#web/ui/card.tsx';
import classes from './life.module.css';

interface AdoptionToldProps {
  data: AdoptionPreview;
  meta: { unchecked: string | null };
}

/** What would change where an account is adopted, and what stands against it. */
export function AdoptionTold({ data, meta }: AdoptionToldProps) {
  return (
    <>
      {meta.unchecked !== null && (
        <Alert color="sky" icon={<IconAlertTriangle aria-hidden />} title="The cloud was not asked" mb="md">
          {meta.unchecked}
        </Alert>
      )}
      {data.problems.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="It cannot be adopted" mb="md">
          {data.problems.join(' ')}
        </Alert>
      )}
      <Told preview={data} />
    </>
  );
}

/** What something was, and what it becomes. */
export const becomes = (before: string | null, after: string | null): string =>
  `${before ?? 'none'} → ${after ?? 'none'}`;

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
