import { IconCloudUpload, IconDatabaseImport } from '@tabler/icons-react';
import { MOST_WRITTEN } from '#resources/account-life.ts';
import { isTakenOver, isWritten } from '#resources/inventory-repairs.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Action, SelectedAbout } from '#web/generic/additions/additions.ts';
import { lateDialog } from '#web/ui/pages/late.tsx';
import type { RepairSide } from './repair-dialog.tsx';

export const RepairDialog = lateDialog(
  () => import('./repair-dialog.tsx'),
  ({ onClose }) => onClose(),
);

const rowsOf = ({ selection }: Pick<SelectedAbout, 'selection'>): readonly RecordRow[] =>
  'rows' in selection ? selection.rows : [];

const repairOn = (side: RepairSide) =>
  function Repair({ about, onClose }: { about: SelectedAbout; onClose: () => void }) {
    return <RepairDialog side={side} rows={rowsOf(about)} onClose={onClose} onDone={about.onDone} />;
  };

/** Repairs the selected differences on either side. */
export const repairActions: readonly Action<SelectedAbout>[] = [
  {
    label: 'Write to the cloud',
    icon: <IconCloudUpload size={14} aria-hidden />,
    right: 'operate',
    most: MOST_WRITTEN,
    offered: (about) => rowsOf(about).some(isWritten),
    opens: repairOn('cloud'),
  },
  {
    label: 'Take over from the cloud',
    icon: <IconDatabaseImport size={14} aria-hidden />,
    right: 'edit_reference_data',
    most: MOST_WRITTEN,
    offered: (about) => rowsOf(about).some(isTakenOver),
    opens: repairOn('inventory'),
  },
];
