import type { AdoptionPreview } from '#calls/account-life.ts';
import { listed } from '#kernel/written.ts';
import { AgainstIt, RecordChanges, TagChanges } from './what-changes.tsx';
import classes from './life.module.css';

interface AdoptionShownProps {
  data: AdoptionPreview;
  meta: { unchecked: string | null };
}

/** What would change where an account is adopted, and what stands against it. */
export function AdoptionShown({ data, meta }: AdoptionShownProps) {
  const { changes, tags, budget, told: mailed, decides, steps } = data;
  return (
    <>
      <AgainstIt title="It cannot be adopted" problems={data.problems} unchecked={meta.unchecked} />
      <RecordChanges changes={changes} />
      <TagChanges tags={tags} />
      <ul className={`${classes.list} ${classes.section}`}>
        {budget !== null && <li>A budget of {budget}.</li>}
        <li>A mail goes to {listed(mailed)}, and to you.</li>
        {decides.map((one) => (
          <li key={one}>Who has to agree first: {one}</li>
        ))}
        <li>Steps: {steps.join(', ')}.</li>
      </ul>
    </>
  );
}
