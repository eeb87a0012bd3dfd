import { billsReport, certificationsReport, inventoryReport, ownersBillsReport } from '#resources/reports.ts';
import { billsLeftOut, mailOfOwner, ownersOfBills, ownsIdentifier } from './owners-bills.ts';
import type { ServedReport } from './served.ts';

/** Every report that the portal serves: its declaration, and what makes it where that is not the sheets of models. */
export const servedReports: readonly ServedReport[] = [
  { report: inventoryReport },
  { report: certificationsReport },
  { report: billsReport, admits: ownsIdentifier },
  { report: ownersBillsReport, recipients: ownersOfBills, leftOut: billsLeftOut, mail: mailOfOwner },
];
