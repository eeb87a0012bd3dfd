import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { defineResource, type Row } from '#kernel/resource.ts';
import { managerMessages } from './manager-messages.ts';

const columns = ['name', 'sfdc_ids'] as const;

/** A customer, and the ids that Salesforce knows them by. */
export const customers = defineResource('customers', {
  label: ['Customer', 'Customers'],
  title: 'name',
  fields: {
    name: text('Name', {
      missing: 'Customer name is required',
      unique: 'A customer with this name already exists.',
    }),
    sfdc_ids: textList('SFDC IDs', {
      asJson: true,
      missing: 'At least a sfdc id is required',
      missingText: 'Value of the sfdc id is required',
    }),
  },
  columns,
  filters: { name: 'contains', sfdc_ids: 'contains' },
  sort: 'name',
  csv: { file: 'customer_', export: columns },
  messages: managerMessages('customer'),
});

export type Customer = Row<typeof customers>;
