import { inventoryReport } from '#resources/reports.ts';
import { ListView } from '#web/generic/list/list-view.tsx';
import { ReportButton } from '#web/generic/report/report-button.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { ImportWorksheet } from './import-worksheet.tsx';

/** /auth/view/cost_centers */
export default function CostCentersListScreen({ resource, registry }: ScreenProps) {
  const tools = <ImportWorksheet resource={resource} registry={registry} />;
  const reports = <ReportButton report={inventoryReport} />;
  return <ListView resource={resource} registry={registry} tools={tools} reports={reports} />;
}
