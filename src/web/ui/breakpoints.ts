/** Widths at which screens change, as the style sheets have them. Rows are cards here, and the parts beside them fold. */
export const NARROW = '(max-width: 48em)';

/** From here on there is room for the heading of a screen and its buttons side by side. */
export const WIDE = '(min-width: 75.01em)';
