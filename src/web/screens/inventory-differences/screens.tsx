import { cloudRepairOf, repairsOf } from '#resources/inventory-repairs.ts';
import { CellLink } from '#web/generic/kinds/cell-link.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { SyncButton } from '../cloud-parents/sync-button.tsx';
import { RepairButtons } from './repair-buttons.tsx';
import { repairActions } from './several.tsx';

/** Each line leads to its account and has what makes it go. */
const screens: ModelScreens = {
  Reports: SyncButton,
  additions: {
    cells: {
      identifier: {
        cell: (row, tabIndex) => (
          <CellLink model="cloud_parents" id={String(row['cloud_parent_id'])} tabIndex={tabIndex}>
            {String(row['identifier'])}
          </CellLink>
        ),
      },
    },
    selected: repairActions,
    columns: [
      {
        id: 'repair',
        header: 'Repair',
        width: 350,
        after: 'kind',
        text: (row) =>
          [cloudRepairOf(row), ...repairsOf(row).map(({ label }) => label)]
            .filter((label) => label !== null)
            .join(', '),
        cell: (row, tabIndex) => <RepairButtons row={row} tabIndex={tabIndex} />,
      },
    ],
  },
  nothingYet: {
    words: 'The inventory, the surveys and the clouds say the same. What differs is listed here.',
    Ways: () => null,
  },
};
export default screens;
