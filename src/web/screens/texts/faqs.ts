import type { ModelScreens } from '#web/generic/model-screens.ts';
import { readAction } from './read-action.tsx';

/** FAQs are kept in a list, and read on a page of their own. */
const screens: ModelScreens = {
  additions: { toolbar: [readAction] },
  editLinks: true,
  forms: () => import('./faq-forms.ts'),
};
export default screens;
