/** What the inventory calls an account, as SQL by the column that has its identifier; null where it does not know it, or no name. */
export const nameOfAccount = (column: string): string =>
  `(SELECT nullif(btrim(known.name), '') FROM cloud_parents known WHERE lower(btrim(known.identifier)) = lower(${column}))`;
