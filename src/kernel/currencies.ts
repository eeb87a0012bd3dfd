/** The digits after the point of most currencies. */
const PLAIN_DECIMALS = 2;

/**
 * Currencies with other digits after the point, by ISO 4217. What JavaScript's own formats know of it is how prices are
 * written in a country: none after the point of HUF or IDR, whose invoices have two.
 */
const OTHERS: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  4: ['CLF', 'UYW'],
};

const known = new Map(
  Object.entries(OTHERS).flatMap(([digits, names]) => names.map((name) => [name, Number(digits)] as const)),
);

/** Whether a text is written as a currency is, such as EUR. */
export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/** The digits after the point that amounts of a currency have: 2 for EUR, 0 for JPY, 3 for KWD. */
export const decimalsOf = (currency: string): number => known.get(currency) ?? PLAIN_DECIMALS;
