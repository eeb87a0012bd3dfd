import { defineRegistry } from '#kernel/registry.ts';
import { businessUnits } from './business-units.ts';
import { cloudContacts } from './cloud-contacts.ts';
import { companies } from './companies.ts';
import { costCenters } from './cost-centers.ts';
import { departments } from './departments.ts';
import { selectOptions } from './select-options.ts';

/** Every model of the portal, in the order in which screens list them. */
export const registry = defineRegistry([
  costCenters,
  companies,
  departments,
  businessUnits,
  cloudContacts,
  selectOptions,
]);
