import { date } from '#kernel/fields/date.ts';
import { text } from '#kernel/fields/text.ts';
import { defineReport, type Report } from '#kernel/report.ts';
import { messages } from './messages.ts';

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
  messages: { done: messages.reportEmailed, failed: messages.reportFailed },
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
  fields: { identifier: text('Identifier'), ...billDays },
  span: ['start_date', 'end_date'],
  subject: 'Cloud bills',
  intro: 'the cloud bills that you asked for are attached as a workbook:',
  empty: 'It was charged nothing in these days, so the sheet is empty.',
  file: 'cloud_bills',
  sheets: [
    {
      model: 'cloud_bills',
      sheet: 'Cloud Bills',
      asks: { key: 'identifier', startDate: 'start_date', endDate: 'end_date' },
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
  address: null,
  fields: billDays,
  span: ['start_date', 'end_date'],
  subject: 'Your cloud bills',
  intro: 'these are the cloud bills of the cost centers that you own:',
  empty: 'Nobody was charged anything in these days.',
  file: 'cloud_bills',
  messages: exported,
});

/** What the screens of bills offer to export, in one dialog. */
export const billsExport = {
  title: 'Export Data',
  choices: [
    { label: 'One identifier', report: billsReport },
    { label: 'All owners', report: ownersBillsReport },
  ],
} as const;

/** Every report, in the order in which the start page offers them. */
export const reports: readonly Report[] = [
  inventoryReport,
  certificationsReport,
  billsReport,
  ownersBillsReport,
];
