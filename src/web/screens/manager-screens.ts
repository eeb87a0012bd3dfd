import type { ModelScreens } from '#web/generic/model-screens.ts';

/** A manager shows its records or edits them in their table, and adds one in a dialog. */
const screens: ModelScreens = { addsInDialog: true };
export default screens;
