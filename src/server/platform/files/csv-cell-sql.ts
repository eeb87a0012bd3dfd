/** The signs that `neutraliseCell` takes for the begin of a formula; apostrophes may precede them. */
const RUNS = `^''*[=+@\\t\\r\\n\u2212⁺⁻⁼₊₋₌⩵⩶﬩﹢﹣﹦﹫＋－＝＠-]`;
const PLAIN_NUMBER = '^[+-]?[0-9]+([.,][0-9]+)*([Ee][+-]?[0-9]+)?$';

/** The SQL of a text as a cell of a CSV that no spreadsheet runs: what `neutraliseCell` makes of it. */
export const harmlessCell = (text: string): string =>
  `CASE WHEN ${text} ~ '${RUNS}' AND ${text} !~ '${PLAIN_NUMBER}' THEN '''' || ${text} ELSE ${text} END`;
