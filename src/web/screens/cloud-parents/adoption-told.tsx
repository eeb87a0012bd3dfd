import type { AdoptionPreview } from '#calls/account-life.ts';
import { listed } from '#kernel/written.ts';
import { AgainstIt, RecordChanges, TagChanges } from './what-changes.tsx';
import classes from './life.module.css';

interface AdoptionToldProps {
  data: AdoptionPreview;
  meta: { unchecked: string | null };
}

/** What would change where an account is adopted, and what stands against it. */
export function AdoptionTold({ data, meta }: AdoptionToldProps) {
  const { changes, tags, budget, told, decides, steps } = data;
  return (
    <>
      <AgainstIt title="It cannot be adopted" problems={data.problems} unchecked={meta.unchecked} />
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
