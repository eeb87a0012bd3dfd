import type { ModelScreens } from '#web/generic/model-screens.ts';
import { RecordLink } from './names.tsx';
import { RefreshButton, Snapshot } from './snapshot.tsx';

/** Each change leads to its group, as long as the directory has it. */
const screens: ModelScreens = {
  beside: { View: Snapshot },
  Reports: RefreshButton,
  additions: {
    cells: {
      group_name: {
        width: 320,
        cell: (row, tabIndex) => {
          const group = row['ad_group_id'];
          return typeof group === 'number' ? (
            <RecordLink model="ad_groups" id={group} tabIndex={tabIndex}>
              {String(row['group_name'])}
            </RecordLink>
          ) : null;
        },
      },
    },
  },
  nothingYet: {
    words: 'Who joins or leaves a group is listed here from the second reading of the directory on.',
    Ways: RefreshButton,
  },
};
export default screens;
