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

/** Every report, in the order in which the start page offers them. */
export const reports: readonly Report[] = [inventoryReport, certificationsReport];
