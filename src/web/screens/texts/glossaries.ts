import type { ModelScreens } from '#web/generic/model-screens.ts';
import { readAction } from './read-action.tsx';

/** The terms of the glossary are kept in a list, and read on a page of their own. */
const screens: ModelScreens = {
  additions: { toolbar: [readAction] },
  forms: () => import('./glossary-forms.ts'),
};
export default screens;
