import type { ModelScreens } from '#web/generic/model-screens.ts';

/** Approvals come from Microsoft; their one list has no pages, and its rows are edited in place. */
const screens: ModelScreens = { listIsTable: true };
export default screens;
