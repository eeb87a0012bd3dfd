import type { HistoryChange } from '#kernel/history.ts';
import classes from './change-values.module.css';

/** Each field that changed, with what was there before and what came. */
export function ChangeValues({ changes }: { changes: readonly HistoryChange[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, label, from_shown: from, to_shown: to }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            {from && <del>{from}</del>}
            {from && <span className={classes.arrow}>{to ? ' → ' : ' → none'}</span>}
            {to && <ins>{to}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
