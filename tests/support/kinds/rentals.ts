import { boolean } from '#kernel/fields/boolean.ts';
import { choice } from '#kernel/fields/choice.ts';
import { date } from '#kernel/fields/date.ts';
import { jsonText } from '#kernel/fields/json-text.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { lookup } from '#kernel/fields/lookup.ts';
import { mention } from '#kernel/fields/mention.ts';
import { money } from '#kernel/fields/money.ts';
import { number } from '#kernel/fields/number.ts';
import { ref } from '#kernel/fields/ref.ts';
import { richText } from '#kernel/fields/rich-text.ts';
import { secret } from '#kernel/fields/secret.ts';
import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { registry as own } from '#resources/registry.ts';

/** A model with a field of every kind that a person can fill in, and one that is looked up. */
export const rentals = defineResource('rentals', {
  label: ['Rental', 'Rentals'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'A rental with this name exists already.' }),
    currency: choice('Currency', ['EUR', 'USD'], { default: 'EUR' }),
    rent: money('Rent', { currency: 'currency' }),
    racks: number('Racks', { default: 1, min: 1 }),
    starts_at: date('Starts At', { optional: true }),
    renews: boolean('Renews', { words: 'Yes/No' }),
    landlords: textList('Landlords', { optional: true }),
    company_id: ref('Company', 'companies', { show: 'code', as: 'company_code', none: 'always' }),
    company_country: lookup('Country', 'company_id', 'country'),
    payer: mention('Payer', 'cost_centers', { by: 'identifier', as: 'payer_id', optional: true }),
    access_code: secret('Access Code', { optional: true }),
    notes: longText('Notes', { optional: true }),
    terms: richText('Terms', { optional: true, height: 300 }),
    policy: jsonText('Policy', { optional: true }),
  },
  columns: [
    'name',
    'rent',
    'racks',
    'starts_at',
    'renews',
    'landlords',
    'company_code',
    'payer',
    'created_at',
  ],
  gridColumns: [
    'name',
    'rent',
    'currency',
    'racks',
    'renews',
    'landlords',
    'payer',
    'notes',
    'terms',
    'policy',
  ],
  filters: {
    rent: 'equals',
    racks: 'equals',
    starts_at: 'day',
    renews: 'equals',
    currency: 'equals',
    company_id: 'equals',
    landlords: 'contains',
  },
  sort: 'name',
  messages: messagesFor('rental'),
});

/** A table that is fed by the hundred thousand: it has no search, and nothing of its changes is kept. */
export const pulses = defineResource('pulses', {
  label: ['Pulse', 'Pulses'],
  title: 'meter',
  fields: { meter: text('Meter'), watts: number('Watts') },
  columns: ['meter', 'watts'],
  search: false,
  history: 'none',
  messages: messagesFor('pulse'),
});

/** The portal's models, and these. */
export const registry = defineRegistry([...own.all, rentals, pulses]);
