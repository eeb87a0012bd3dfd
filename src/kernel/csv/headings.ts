/** Words that are written in capitals. */
const CAPITALS = new Set(['gl', 'wbs']);

/** The heading of a column of a report, which people read and hand on: 'gl_account' is GL Account. */
export const headingOf = (name: string): string =>
  name
    .split('_')
    .map((word) => (CAPITALS.has(word) ? word.toUpperCase() : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join(' ');
