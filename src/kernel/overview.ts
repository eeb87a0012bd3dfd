/** Work is counted up to this number; where there is more, that is said. */
export const MOST_COUNTED = 1000;
