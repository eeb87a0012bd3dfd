import { messages } from '#resources/messages.ts';
import { ImportButton } from '#web/generic/csv-import/import-button.tsx';
import { importTexts } from '../import-texts.ts';
import type { ScreenProps } from '#web/generic/screen.ts';

const texts = importTexts({
  hint:
    'Choose a single-page CSV with the same headers as the inventory cost center worksheet. Large numbers must ' +
    'be formatted as text.',
  createsOnly: 'Only creation of new cost centers is supported.',
  done: messages.importDone,
});

/** Opens the import of an inventory cost center worksheet. */
export function ImportWorksheet(props: ScreenProps) {
  return <ImportButton {...props} texts={texts} />;
}
