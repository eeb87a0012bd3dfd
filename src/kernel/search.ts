/** Parts of words are found from so many letters or digits in a row; what is shorter, at the start of titles. */
export const SHORTEST_PART = 3;

/** The longest text to search for, in characters. */
export const LONGEST_SEARCH = 200;
