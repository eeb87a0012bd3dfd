import { certificationsReport, inventoryReport } from '#resources/reports.ts';
import type { ServedReport } from './served.ts';

/** Every report that the portal serves: its declaration, and what makes it where that is not the sheets of models. */
export const servedReports: readonly ServedReport[] = [
  { report: inventoryReport },
  { report: certificationsReport },
];
