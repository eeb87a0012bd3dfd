import { richText } from '#kernel/fields/rich-text.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource, type Row } from '#kernel/resource.ts';

/** A product of the service catalog that accounts deploy. */
export const serviceCatalogProducts = defineResource('service_catalog_products', {
  label: ['Service Catalog Product', 'Service Catalog Products'],
  title: 'name',
  fields: {
    name: text('Name'),
    identifier: text('Product Id', { code: true, unique: 'A product with this id exists already.' }),
    description: richText('Description', { optional: true, height: 300 }),
  },
  columns: ['name', 'identifier', 'description'],
  filters: { name: 'contains', identifier: 'contains' },
  sort: 'name',
  csv: { file: 'serviceCatalogProduct_', export: ['name', 'identifier', 'description'] },
  messages: messagesFor('service catalog product'),
});

export type ServiceCatalogProduct = Row<typeof serviceCatalogProducts>;
