import { accessReview } from '#calls/directory.ts';
import { adGroups } from '#resources/ad-groups.ts';
import type { CellAddition } from '#web/generic/additions/additions.ts';
import { FileButton } from '#web/generic/list/download-button.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import type { ScreenProps } from '#web/generic/screen.ts';
import { late } from '#web/ui/pages/late.tsx';
import { GroupsBeside } from './groups-beside.tsx';
import { MembersCell, NamesCell } from './names-cell.tsx';
import { RefreshButton } from './snapshot.tsx';

const { fields } = adGroups;

/** The column of a list of names, of which a cell has the first. */
const namesOf = (column: 'owners' | 'cloud_parents' | 'permission_sets'): CellAddition => ({
  width: 180,
  cell: (row, tabIndex) => (
    <NamesCell
      names={row[column] as string[]}
      title={`${fields[column].label} of ${String(row['name'])}`}
      tabIndex={tabIndex}
    />
  ),
});

/** Their names, by how many they are. */
const members: CellAddition = {
  width: 200,
  align: 'left',
  cell: (row, tabIndex) => (
    <MembersCell
      group={{ id: row.id, name: String(row['name']) }}
      first={row['first_members'] as { name: string }[]}
      count={Number(row['member_count'])}
      tabIndex={tabIndex}
    />
  ),
};

/** The review of the groups that are listed, and the reading of all of them. */
function GroupsTools({ narrowed }: ScreenProps) {
  const cloud = narrowed?.only?.['cloud'];
  return (
    <>
      <FileButton
        path={accessReview.path}
        query={cloud === undefined ? {} : { cloud }}
        label="Access Review"
        hint="Dormant groups and groups without members, to decide on, as an Excel workbook"
      />
      <RefreshButton />
    </>
  );
}

/** Groups are read by what they lead to; those that lead nowhere are a switch away. */
const screens: ModelScreens = {
  beside: { View: GroupsBeside, switches: ['dormant', 'pim'] },
  Reports: GroupsTools,
  additions: {
    cells: {
      // Names have no spaces, and their ends distinguish them.
      name: { width: 440 },
      member_count: members,
      nested_group_count: { width: 124 },
      owners: namesOf('owners'),
      cloud_parents: namesOf('cloud_parents'),
      permission_sets: namesOf('permission_sets'),
    },
  },
  nothingYet: {
    words: 'They are listed here once the directory has been read and has some.',
    Ways: RefreshButton,
  },
  own: { record: late(() => import('./records/group-screen.tsx')) },
};
export default screens;
