import type { ModelScreens } from '#web/generic/model-screens.ts';
import { late } from '#web/ui/pages/late.tsx';
import { RefreshButton, Snapshot } from './snapshot.tsx';

/** People are read with the directory; a page of each shows where they get. */
const screens: ModelScreens = {
  beside: { View: Snapshot },
  Reports: RefreshButton,
  nothingYet: { words: 'They are listed here once the directory has been read.', Ways: RefreshButton },
  own: { record: late(() => import('./records/person-screen.tsx')) },
};
export default screens;
