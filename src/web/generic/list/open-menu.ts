import type { RecordRow } from '#web/data/queries.ts';

/** The row whose menu is open, and the button that opened it. */
export interface OpenMenu {
  row: RecordRow;
  at: HTMLElement;
}
