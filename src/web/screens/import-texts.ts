import { messages } from '#resources/messages.ts';
import type { ImportTexts } from '#web/generic/csv-import/use-import.ts';

/** The sentences of a model's import, of which these are its own. */
export const importTexts = (own: Pick<ImportTexts, 'hint' | 'createsOnly' | 'done'>): ImportTexts => ({
  failed: messages.importFailed,
  failedFallback: messages.importFailedFallback,
  unreadable: messages.csvUnreadable,
  missing: messages.csvMissing,
  ...own,
});
