import { Button } from '@mantine/core';
import { fetchInputs } from '#web/generic/kinds/editing.ts';
import { fetchWhenQuiet, lateDialog } from '#web/ui/pages/late.tsx';
import { RecordLink } from '../chain.tsx';
import type { Suggestion } from '#calls/exceptions.ts';
import type { Head } from '../headed-table.tsx';
import tables from '../tables.module.css';

/** The dialog in which an account gets a cost center. */
export const Assign = lateDialog(
  async () => (await Promise.all([import('./assign.tsx'), fetchInputs()]))[0],
  ({ onClose }) => onClose(),
);
fetchWhenQuiet(Assign.fetch);

/** The column with the button that opens it, for who may. */
export const ASSIGN: Head = { label: 'Assign', hidden: true };

interface Unplaced {
  /** null for what belongs to no account. */
  identifier: string | null;
  account_name: string | null;
  cloud_parent_id: number | null;
  owner_email: string | null;
}

/** How an account is called; its identifier, where it has no name. */
const nameOf = ({ identifier, account_name: name }: Pick<Unplaced, 'identifier' | 'account_name'>) =>
  name ?? identifier ?? 'What belongs to no account';

/** An account that nobody is charged for, with the way to its record where there is one, and its owner. */
export function AccountName({ of }: { of: Unplaced }) {
  return (
    <>
      <RecordLink model="cloud_parents" id={of.cloud_parent_id} text={nameOf(of)} />
      {of.account_name !== null && <span className={tables.soft}>{of.identifier}</span>}
      {of.owner_email && <span className={tables.soft}>{of.owner_email}</span>}
    </>
  );
}

/** Where it belongs most likely, and why. */
export function Suggested({ of: [best] }: { of: readonly Suggestion[] }) {
  if (!best) return null;
  return (
    <span className={tables.soft}>
      Suggested: {best.cost_center}. {best.message}
    </span>
  );
}

interface AssignButtonProps {
  of: Pick<Unplaced, 'identifier' | 'account_name'>;
  onAssign: () => void;
}

/** Opens the dialog for an account. */
export function AssignButton({ of, onAssign }: AssignButtonProps) {
  return (
    <Button size="xs" variant="default" aria-label={`Assign ${nameOf(of)}`} onClick={onAssign}>
      Assign
    </Button>
  );
}
