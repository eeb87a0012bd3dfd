import type { HistoryEntry } from '#kernel/history.ts';
import classes from './change-values.module.css';

/** Why something was changed, and who approved it; nothing where nobody said so. */
export function ChangeWhy({ reason, approved_by: approver }: Pick<HistoryEntry, 'reason' | 'approved_by'>) {
  if (!reason && !approver) return null;
  return (
    <dl className={classes.changes}>
      {reason && (
        <div>
          <dt>Reason</dt>
          <dd>{reason}</dd>
        </div>
      )}
      {approver && (
        <div>
          <dt>Approved by</dt>
          <dd title={approver.email}>{approver.name ?? approver.email}</dd>
        </div>
      )}
    </dl>
  );
}
