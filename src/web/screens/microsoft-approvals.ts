import type { ModelScreens } from '#web/generic/model-screens.ts';

/** Approvals come from Microsoft; their one list has no pages, and its rows are edited where they stand. */
const screens: ModelScreens = { listIsTable: true };
export default screens;
