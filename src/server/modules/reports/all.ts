import {
  awsBillReport,
  billsReport,
  certificationsReport,
  copilotUsersReport,
  databaseDump,
  expiredCostCentersReport,
  inventoryReport,
  ownersBillsReport,
  terminatedAccountsMail,
  terminatedOwnersReport,
} from '#resources/reports.ts';
import { awsBillFiles } from './aws-bill.ts';
import { dumpFiles, unknownTables } from './database-dump.ts';
import { billsLeftOut, mailOfOwner, ownersOfBills, ownsIdentifier } from './owners-bills.ts';
import type { ServedReport } from './served.ts';
import {
  mailOfTerminatedAccounts,
  terminatedAccountsLeftOut,
  terminatedAccountsOwners,
} from './terminated-accounts.ts';

/** Every report that the portal serves: its declaration, and what makes it where that is not the sheets of models. */
export const servedReports: readonly ServedReport[] = [
  { report: inventoryReport },
  { report: certificationsReport },
  { report: billsReport, admits: ownsIdentifier },
  { report: ownersBillsReport, recipients: ownersOfBills, leftOut: billsLeftOut, mail: mailOfOwner },
  { report: awsBillReport, files: awsBillFiles },
  { report: expiredCostCentersReport },
  { report: copilotUsersReport },
  { report: terminatedOwnersReport },
  {
    report: terminatedAccountsMail,
    recipients: terminatedAccountsOwners,
    leftOut: terminatedAccountsLeftOut,
    mail: mailOfTerminatedAccounts,
  },
  { report: databaseDump, files: dumpFiles, check: unknownTables },
];
