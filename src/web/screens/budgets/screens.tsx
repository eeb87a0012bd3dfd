import { ImportButton } from '#web/generic/csv-import/import-button.tsx';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import type { ScreenProps } from '#web/generic/screen.ts';
import { late } from '#web/ui/pages/late.tsx';
import { importTexts } from '../import-texts.ts';

const texts = importTexts({
  hint:
    'Choose a CSV with the same headers as the file of budgets that is downloaded. Each names a cost center, an account or ' +
    'a business unit.',
  createsOnly: 'Only creation of new budgets is supported.',
  done: 'Budgets imported successfully!',
});

const Import = (props: ScreenProps) => <ImportButton {...props} texts={texts} />;

/** Budgets come with a file, too, and the page of one says what was spent of it. */
const screens: ModelScreens = { Tools: Import, Below: late(() => import('./spend-cards.tsx')) };
export default screens;
