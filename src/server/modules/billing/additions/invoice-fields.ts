import { textOrNull } from '#server/platform/http/describe.ts';

/** The fields of a body that say which invoice of a run is meant. */
export const invoiceFields = {
  n: {
    type: ['integer', 'null'],
    description: 'The number of the invoice in the run; it tells apart what is alike in the others.',
  },
  reference: { ...textOrNull, description: 'The invoice; it need not be told of a run with one.' },
  currency: { ...textOrNull, description: 'Where the invoice has several.' },
  provider: { ...textOrNull, description: 'Where several clouds have the invoice.' },
};
/** Their names: none of them is needed where the others are enough. */
export const notNeeded = Object.keys(invoiceFields);
