import { late } from '#web/ui/late.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { updateAction } from './update-dialog.tsx';

/** Products are shown as cards, from which their text is updated wherever they are deployed. */
const screens: ModelScreens = {
  additions: { row: [updateAction] },
  own: { view: late(() => import('./cards-screen.tsx')) },
  forms: () => import('./forms.ts'),
};
export default screens;
