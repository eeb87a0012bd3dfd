import { BILLED_CLOUDS, type BilledCloud } from '#kernel/billing/clouds.ts';
import { CLOUD_NAME_PAIRS } from '#kernel/clouds.ts';

/** The name of a cloud as people write it, as SQL by the column that has its word. */
export const cloudNameIn = (column: string): string =>
  `CASE ${column} ${CLOUD_NAME_PAIRS.map(([word, name]) => `WHEN '${word}' THEN '${name}'`).join(' ')} ELSE ${column} END`;

/**
 * Something that the desk knows of a cloud, as SQL by the column that has its word; NULL where it has none.
 * @param say the SQL for one cloud
 */
export const ofCloudIn = (column: string, say: (cloud: BilledCloud) => string): string =>
  `CASE ${column} ${Object.entries(BILLED_CLOUDS)
    .map(([word, cloud]) => `WHEN '${word}' THEN ${say(cloud)}`)
    .join(' ')} END`;
