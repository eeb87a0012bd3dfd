import { money } from '#kernel/fields/money.ts';
import { ref } from '#kernel/fields/ref.ts';
import { text } from '#kernel/fields/text.ts';
import { messagesFor } from '#kernel/messages.ts';
import { defineResource } from '#kernel/resource.ts';

const columns = ['metric', 'month', 'cost_center', 'amount', 'unit'] as const;

/** How much of something each cost center used in a month, such as seats: pools of shared cost are split by it. */
export const allocationMetrics = defineResource('allocation_metrics', {
  label: ['Allocation Metric', 'Allocation Metrics'],
  title: 'metric',
  fields: {
    metric: text('Metric', {
      max: 100,
      hint: 'What is counted, such as seats, requests or storage. Pools of the billing rules name it.',
    }),
    month: text('Month', { format: 'month', hint: 'Such as 2026-10.' }),
    cost_center_id: ref('Cost Center', 'cost_centers', {
      show: 'identifier',
      as: 'cost_center',
      none: 'never',
    }),
    amount: money('Amount', { currency: 'unit', scale: 0, finest: 6, nonnegative: true }),
    unit: text('Unit', { max: 20, default: 'units', hint: 'Such as GB.' }),
  },
  unique: [
    {
      fields: ['metric', 'month', 'cost_center_id'],
      message: 'This metric of this month is there for this cost center already.',
    },
  ],
  about: ['month', 'cost_center', 'amount'],
  columns,
  filters: { metric: 'contains', month: 'contains', cost_center: 'contains' },
  sort: 'metric',
  csv: { file: 'allocation_metrics_', export: columns },
  messages: messagesFor('allocation metric'),
});
