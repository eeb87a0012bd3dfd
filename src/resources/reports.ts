/** A sheet of the inventory workbook: the rows and columns of a model's CSV file, under this name. */
export interface InventorySheet {
  model: string;
  sheet: string;
}

/** What the inventory report holds, in order. */
export const inventorySheets: readonly InventorySheet[] = [
  { model: 'cost_centers', sheet: 'Cost Centers' },
  { model: 'cloud_contacts', sheet: 'Contacts' },
];

/** A report that is asked for with an address and comes as a mail. */
export interface EmailedReport {
  /** What it is called on a card and a dialog's heading. */
  label: string;
  /** The button that asks for it. */
  action: string;
  /** One sentence: what it holds. */
  description: string;
  /** Below /api. */
  path: string;
  /** The member of the body that holds what is asked for. */
  wrapper: string;
}

export const inventoryReport: EmailedReport = {
  label: 'Inventory Report',
  action: 'Send Inventory Report',
  description: 'Every cost center and contact, as an Excel workbook with a sheet for each.',
  path: '/cost_centers/send_report',
  wrapper: 'cost_center',
};

/** Every report that is asked for so. */
export const emailedReports: readonly EmailedReport[] = [inventoryReport];
