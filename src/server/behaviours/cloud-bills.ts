import { date } from '#kernel/fields/date.ts';
import { text } from '#kernel/fields/text.ts';
import { cloudBills } from '#resources/cloud-bills.ts';
import type { Behaviour } from '#server/engine/behaviour.ts';

/** Bills are asked for by the identifier that was charged and by days, both included. */
export const cloudBillsBehaviour: Behaviour = {
  resource: cloudBills.name,
  list: {
    parameters: [
      {
        name: 'key',
        summary: 'The identifier that was charged; all where it is left out.',
        field: text('key'),
        where: (row, value) => `lower(btrim(${row}.identifier)) = lower(btrim(${value}::text))`,
      },
      {
        name: 'startDate',
        summary: 'The first day.',
        field: date('startDate'),
        where: (row, value) => `${row}.date >= ${value}::date`,
      },
      {
        name: 'endDate',
        summary: 'The last day.',
        field: date('endDate'),
        where: (row, value) => `${row}.date <= ${value}::date`,
      },
    ],
  },
};
