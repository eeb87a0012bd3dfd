import type { ChangePreview } from '#calls/account-change.ts';
import { listed } from '#kernel/written.ts';
import { Facts } from '#web/ui/card.tsx';
import { AgainstIt, RecordChanges, TagChanges } from './what-changes.tsx';
import classes from './life.module.css';

interface ChangeShownProps {
  preview: { data: ChangePreview; meta: { unchecked: string | null } };
  /** Further reasons, such as the failure of the request. */
  refused?: readonly string[];
}

/** What would be changed in the cloud of an account and on its record, and what stands against it. */
export function ChangeShown({ preview: { data, meta }, refused = [] }: ChangeShownProps) {
  const { from, to, effects, changes, tags, told: mailed, decides, steps, problems } = data;
  const isMove = to !== null;
  return (
    <>
      <AgainstIt
        title="It cannot be done"
        problems={[...problems, ...refused]}
        unchecked={problems.length > 0 ? null : meta.unchecked}
      />
      {isMove && (
        <>
          <p className={classes.part}>Where it is moved</p>
          <Facts>
            <div>
              <dt>From</dt>
              <dd>{from ?? 'The cloud does not say'}</dd>
            </div>
            <div>
              <dt>To</dt>
              <dd>{to}</dd>
            </div>
          </Facts>
          <div className={classes.section}>
            <RecordChanges changes={changes} />
          </div>
        </>
      )}
      {!isMove && steps.length > 0 && <TagChanges tags={tags} />}
      <ul className={`${classes.list} ${classes.section}`}>
        {effects.map((one) => (
          <li key={one}>{one}</li>
        ))}
        {mailed.length > 0 && <li>A mail goes to {listed(mailed)}, and to you.</li>}
        {decides.map((one) => (
          <li key={one}>Who has to agree first: {one}</li>
        ))}
        {steps.length > 0 && <li>Steps: {steps.join(', ')}.</li>}
      </ul>
    </>
  );
}
