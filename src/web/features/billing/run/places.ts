/** The parts of the page where something is settled, by which links lead to them. */
export const PLACES = {
  exceptions: 'exceptions',
  reconciliation: 'reconciliation',
  existing: 'same-invoice',
  missing: 'missing-parts',
  held: 'held-against',
} as const;
