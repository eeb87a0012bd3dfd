import { date } from '#kernel/fields/date.ts';
import { text } from '#kernel/fields/text.ts';
import { textList } from '#kernel/fields/text-list.ts';
import { defineReport, type Report } from '#kernel/report.ts';
import { messages } from './messages.ts';

const mailed = { done: messages.reportEmailed, failed: messages.reportFailed };

export const inventoryReport = defineReport({
  name: 'inventory_report',
  label: 'Inventory Report',
  action: 'Send Inventory Report',
  description: 'Every cost center and contact, as an Excel workbook with a sheet for each.',
  path: '/cost_centers/send_report',
  wrapper: 'cost_center',
  address: 'send_to',
  subject: 'Cloud inventory report',
  intro: 'the cloud inventory is attached as a workbook:',
  empty: 'There is nothing in the inventory yet, so its sheets are empty.',
  file: 'cloud_inventory',
  sheets: [
    { model: 'cost_centers', sheet: 'Cost Centers' },
    { model: 'cloud_contacts', sheet: 'Contacts' },
  ],
  messages: { done: messages.reportQueued, failed: messages.reportFailed },
});

export const certificationsReport = defineReport({
  name: 'certifications_report',
  label: 'Cloud Certifications',
  action: 'Export Certificates',
  description: 'Every certificate with who holds it and when it expires, as an Excel workbook.',
  path: '/cloud_certifications/export',
  wrapper: 'cloud_certification',
  address: 'email',
  subject: 'Cloud certifications',
  intro: 'the cloud certifications are attached as a workbook:',
  empty: 'There are no cloud certifications yet, so its sheet is empty.',
  file: 'cloud_certifications',
  sheets: [{ model: 'cloud_certifications', sheet: 'Cloud Certifications' }],
  messages: mailed,
});

const billDays = { start_date: date('Start Date'), end_date: date('End Date') };
const exported = { done: messages.requestSubmitted, failed: messages.exportFailed };

export const billsReport = defineReport({
  name: 'cloud_bills_report',
  label: 'Cloud Bills',
  action: 'Export Data',
  description: 'The bills of one cost center or WBS element, as an Excel workbook.',
  path: '/cloud_bills/send_single',
  wrapper: 'cloud_bill',
  address: 'email',
  fields: { identifier: text('Identifier', { offered: '/cloud_bills/identifiers' }), ...billDays },
  span: ['start_date', 'end_date'],
  subject: 'Cloud bills',
  intro: 'the cloud bills that you requested are attached as a workbook:',
  empty: 'It was charged nothing in these days, so the sheet is empty.',
  file: 'cloud_bills',
  sheets: [
    {
      model: 'cloud_bills',
      sheet: 'Cloud Bills',
      params: { key: 'identifier', startDate: 'start_date', endDate: 'end_date' },
    },
  ],
  messages: exported,
});

export const ownersBillsReport = defineReport({
  name: 'owners_bills_report',
  label: 'Cloud Bills of All Owners',
  action: 'Send Bills to Owners',
  description: 'Each owner of cost centers gets one mail with the bills of these, as an Excel workbook.',
  path: '/cloud_bills/send_all',
  wrapper: 'cloud_bill',
  right: 'operate',
  address: null,
  fields: billDays,
  span: ['start_date', 'end_date'],
  subject: 'Your cloud bills',
  intro: 'these are the cloud bills of the cost centers that you own:',
  empty: 'Nobody was charged anything in these days.',
  file: 'cloud_bills',
  messages: exported,
});

/** The exports that the screens of bills offer, in one dialog. */
export const billsExport = {
  title: 'Export Data',
  choices: [
    { label: 'One identifier', report: billsReport },
    { label: 'All owners', report: ownersBillsReport },
  ],
} as const;

export const awsBillReport = defineReport({
  name: 'aws_bill_report',
  label: 'AWS Bill',
  action: 'Send AWS Bill',
  description: 'The bills of AWS of the last month that has any, as a CSV file in a zip.',
  path: '/cloud_bills/send_zipped_aws_bill',
  wrapper: 'cloud_bill',
  address: 'send_to',
  subject: 'AWS bill',
  intro: 'the last bill of AWS is attached as a zip:',
  empty: 'There is no bill of AWS yet, so its file is empty.',
  file: 'aws_bill',
  messages: mailed,
});

export const expiredCostCentersReport = defineReport({
  name: 'expired_cost_centers_report',
  label: 'Expired Cost Centers',
  action: 'Send Expired Cost Centers',
  description:
    'Every cost center that has expired, with its owner and its replacement, as an Excel workbook.',
  path: '/cost_centers/send_expired_cost_centers_report',
  wrapper: 'cost_center',
  address: 'email',
  subject: 'Expired cost centers',
  intro: 'the cost centers that have expired are attached as a workbook:',
  empty: 'No cost center has expired, so its sheet is empty.',
  file: 'expired_cost_centers',
  sheets: [{ model: 'cost_centers', sheet: 'Expired Cost Centers', query: { by_expired_at: 'expired' } }],
  messages: mailed,
});

export const copilotUsersReport = defineReport({
  name: 'copilot_users_report',
  label: 'GitHub Copilot Users',
  action: 'Send Copilot Users',
  description: 'Everybody with a seat of GitHub Copilot and who pays for it, as an Excel workbook.',
  path: '/github/send_copilot_xlsx_email',
  wrapper: 'github',
  address: 'to_email',
  subject: 'GitHub Copilot users',
  intro: 'the users of GitHub Copilot are attached as a workbook:',
  empty: 'Nobody has a seat of GitHub Copilot yet, so its sheet is empty.',
  file: 'github_copilot_users',
  sheets: [{ model: 'github_copilot_users', sheet: 'Copilot Users' }],
  messages: mailed,
});

export const terminatedOwnersReport = defineReport({
  name: 'terminated_owners_report',
  label: 'Owners of Terminated Accounts',
  action: 'Send Owners of Terminated Accounts',
  description:
    'Every account in use whose owner left or is terminated, as Drift lists them, and every account that was terminated, as an Excel workbook.',
  path: '/cloud_contacts/send_email_report_of_terminated_cloud_parent_owners',
  wrapper: 'cloud_contact',
  address: 'to_address',
  subject: 'Owners of terminated accounts',
  intro:
    'the accounts whose owners left or are terminated, and those that were terminated, are attached as a workbook:',
  empty: 'Every account in use has an owner who is there, and none was terminated, so its sheets are empty.',
  file: 'owners_of_terminated_accounts',
  sheets: [
    { model: 'drift_findings', sheet: 'Owners Who Left', query: { by_kind: 'left_owns_account' } },
    { model: 'drift_findings', sheet: 'Terminated Owners', query: { by_kind: 'terminated_owns_account' } },
    { model: 'cloud_parents', sheet: 'Terminated Accounts', query: { by_terminated: 'true' } },
  ],
  messages: mailed,
});

export const terminatedAccountsMail = defineReport({
  name: 'terminated_accounts_mail',
  label: 'Mail to Owners of Terminated Accounts',
  action: 'Mail Owners of Terminated Accounts',
  description: 'Each owner of accounts that were terminated gets one mail that names them.',
  path: '/cloud_parents/send_email_to_terminated_cloud_accounts',
  wrapper: 'cloud_parent',
  right: 'operate',
  address: null,
  subject: 'Your terminated cloud accounts',
  intro: 'these cloud accounts that you own were terminated:',
  empty: 'Nobody owns an account that was terminated.',
  file: 'terminated_accounts',
  messages: mailed,
});

export const databaseDump = defineReport({
  name: 'database_dump',
  label: 'Database Dump',
  action: 'Send Database Dump',
  description:
    'The tables of the portal, as CSV files in a zip. What is kept secret, or for administrators alone, is left out.',
  path: '/db_dump/dump_db',
  wrapper: 'db_dump',
  right: 'administer',
  address: 'send_to',
  fields: {
    tables: textList('Tables', {
      optional: true,
      hint: 'Names such as cost_centers; all tables without any.',
    }),
  },
  subject: 'Database dump',
  intro: 'the tables that you requested are attached as a zip:',
  empty: 'There is no row in them yet.',
  file: 'database_dump',
  messages: mailed,
});

/** Every report, in the order in which the start page offers them. */
export const reports: readonly Report[] = [
  inventoryReport,
  certificationsReport,
  billsReport,
  ownersBillsReport,
  awsBillReport,
  expiredCostCentersReport,
  copilotUsersReport,
  terminatedOwnersReport,
  terminatedAccountsMail,
  databaseDump,
];
