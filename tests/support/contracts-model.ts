import { choice } from '#kernel/fields/choice.ts';
import { jsonText } from '#kernel/fields/json-text.ts';
import { longText } from '#kernel/fields/long-text.ts';
import { money } from '#kernel/fields/money.ts';
import { number } from '#kernel/fields/number.ts';
import { richText } from '#kernel/fields/rich-text.ts';
import { secret } from '#kernel/fields/secret.ts';
import { textList } from '#kernel/fields/text-list.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';

/** A model that exists in tests alone, with a field of each kind that holds more than a word. */
export const contracts = defineResource('contracts', {
  label: ['Contract', 'Contracts'],
  title: 'name',
  fields: {
    name: text('Name', { unique: 'There is such a contract.' }),
    currency: choice('Currency', ['EUR', 'USD'], { default: 'EUR' }),
    amount: money('Amount', { currency: 'currency', total: true }),
    unit_price: money('Unit Price', { currency: 'currency', scale: 6, optional: true }),
    seats: number('Seats', { optional: true, total: true }),
    signers: textList('Signers', { optional: true }),
    notes: longText('Notes', { optional: true }),
    terms: richText('Terms', { optional: true }),
    policy: jsonText('Policy', { optional: true }),
    private_key: secret('Private Key', { optional: true }),
    ticket: text('Ticket', { optional: true, createOnly: true }),
  },
  columns: ['name', 'amount', 'currency', 'signers'],
  filters: { amount: 'equals' },
  sort: 'name',
  csv: {
    file: 'contract_',
    export: ['name', 'currency', 'amount', 'unit_price', 'signers', 'notes', 'terms', 'policy'],
    import: { columns: ['name', 'currency', 'amount', 'unit_price', 'signers', 'notes', 'terms', 'policy'] },
  },
  messages: messagesFor('contract'),
});
