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

/** Every report, in the order in which the start page offers them. */
export const reports: readonly Report[] = [inventoryReport];
