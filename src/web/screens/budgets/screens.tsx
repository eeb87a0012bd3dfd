import type { ModelScreens } from '#web/generic/model-screens.ts';
import { late } from '#web/ui/pages/late.tsx';
import { AlertsButton } from './alerts-button.tsx';

/** Budgets come with a file, too. A button leads to the thresholds that were reached, and the page of one says what was spent of it. */
const screens: ModelScreens = {
  imports: {
    hint:
      'Choose a CSV or an XLSX workbook with the same headers as the file of budgets that is downloaded. Each names a cost center, an account or ' +
      'a business unit.',
  },
  Reports: AlertsButton,
  Below: late(() => import('./spend-cards.tsx')),
};
export default screens;
