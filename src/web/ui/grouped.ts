/**
 * A whole number as people read it, such as 100,000. The first number that the platform writes reads its data of
 * languages, for which the first screen would wait longer than for its rows.
 */
export const grouped = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
