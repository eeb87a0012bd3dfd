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
