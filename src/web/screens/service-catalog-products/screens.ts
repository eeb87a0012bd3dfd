import { late } from '#web/ui/late.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';

/** Products are shown as cards, from which their text is updated wherever they are deployed. */
const screens: ModelScreens = {
  own: { view: late(() => import('./cards-screen.tsx')) },
  forms: () => import('./forms.ts'),
};
export default screens;
