/** Widths at which screens change, as the style sheets have them. Rows are cards here, and the parts beside them fold. */
export const NARROW = '(max-width: 48em)';
