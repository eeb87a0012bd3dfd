import { certificationsReport } from '#resources/reports.ts';
import type { ModelScreens } from '#web/generic/model-screens.ts';
import { ReportButton } from '#web/generic/report/report-button.tsx';

/** Certificates are edited in their list, added with a form, and exported by mail. */
const screens: ModelScreens = {
  listIsTable: true,
  addsWithForm: true,
  Reports: () => <ReportButton report={certificationsReport} />,
  forms: () => import('./forms.tsx'),
};
export default screens;
