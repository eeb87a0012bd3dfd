import { describe, expect, it } from 'vitest';
import { date } from '#kernel/fields/date.ts';
import { money } from '#kernel/fields/money.ts';
import { number } from '#kernel/fields/number.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineRegistry } from '#tests/support/define-registry.ts';
import { defineResource } from '#kernel/resource.ts';
import { modelSheet } from './sheet-columns.ts';

const bills = defineResource('bills', {
  label: ['Bill', 'Bills'],
  title: 'identifier',
  fields: {
    identifier: text('Identifier'),
    currency: text('Currency'),
    amount: money('Amount', { currency: 'currency' }),
    price: money('Price', { currency: 'currency', scale: 6 }),
    machines: number('Machines'),
    day: date('Day'),
  },
  columns: ['identifier'],
  messages: messagesFor('bill'),
});
const registry = defineRegistry([bills]);

describe('the sheet of a model', () => {
  it('has a typed column for each property, and amounts find their currency among them', () => {
    const { columns } = modelSheet(
      registry,
      bills,
      ['identifier', ['Sum', 'amount'], 'price', 'currency', 'machines', 'day'],
      ['amount', 'machines'],
    );
    const currency = { column: 3 };
    expect(columns).toEqual([
      { header: 'identifier', kind: 'text' },
      { header: 'Sum', kind: 'money', currency, total: true },
      { header: 'price', kind: 'money', currency, total: false, decimals: 6 },
      { header: 'currency', kind: 'text' },
      { header: 'machines', kind: 'number', total: true },
      { header: 'day', kind: 'date' },
    ]);
  });

  it('has a value in the one column of a split that it belongs to, as the CSV has it', () => {
    const { columns, cells } = modelSheet(registry, bills, [
      ['cost_center', 'identifier', { lacks: '/' }],
      ['wbs_element', 'identifier', { has: '/' }],
    ]);
    expect(columns.map(({ header }) => header)).toEqual(['cost_center', 'wbs_element']);
    expect(cells(['1000430050', '1000430050'])).toEqual(['1000430050', null]);
    expect(cells(['X/77', 'X/77'])).toEqual([null, 'X/77']);
  });

  it('keeps what is empty empty, and knows no column that the model lacks', () => {
    const { cells } = modelSheet(registry, bills, ['identifier', 'machines']);
    expect(cells([null, 7])).toEqual([null, '7']);
    expect(() => modelSheet(registry, bills, ['owner'])).toThrow('A sheet has a column owner');
  });
});
