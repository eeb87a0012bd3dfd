import type { ModelScreens } from '#web/generic/model-screens.ts';
import { CardsScreen } from './cards-screen.tsx';
import { updateAction } from './update-dialog.tsx';

/** Products are shown as cards, from which their text is updated wherever they are deployed. */
const screens: ModelScreens = {
  additions: { row: [updateAction] },
  // Small enough to come with what differs, so that the list renders in one step.
  own: { view: CardsScreen },
  forms: () => import('./forms.tsx'),
};
export default screens;
