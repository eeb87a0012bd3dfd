import { CLOUD_NAME_PAIRS } from '#kernel/clouds.ts';

/** The name of a cloud as people write it, as SQL by the column that has its word. */
export const cloudNameIn = (column: string): string =>
  `CASE ${column} ${CLOUD_NAME_PAIRS.map(([word, name]) => `WHEN '${word}' THEN '${name}'`).join(' ')} ELSE ${column} END`;
