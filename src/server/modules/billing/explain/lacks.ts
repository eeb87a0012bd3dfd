import { isPlaceIn } from '../runs/places.ts';
import { NO_TAG } from '../intake/tag-gaps.ts';

/** The bit of a demanded tag, as the run `keys` is of knew it; 0 where it did not demand it. */
export const bitOf = (keys: string, name: string): string =>
  `coalesce(1 << (array_position(${keys}, ${name}) - 1), 0)`;

/**
 * The bits by which lines are found that lack the wanted tags.
 * @param keys the demanded tags of a run, as SQL
 * @param wanted one of `LACKS`, as SQL
 */
export const bitsOf = (keys: string, wanted: string): string =>
  `CASE ${wanted} WHEN 'any' THEN ${NO_TAG * 2 - 1} WHEN 'all' THEN ${NO_TAG} ELSE ${bitOf(keys, wanted)} END`;

/** Whether lines, or sums of them, can bear tags: those of an account that are no tax, and neither places nor seats of GitHub Copilot. */
export const isTaggable = (of: string): string =>
  `${of}.kind IN ('usage', 'credit', 'adjustment') AND ${of}.account IS NOT NULL AND ${of}.account NOT LIKE 'copilot:%'
    AND NOT ${isPlaceIn(`${of}.account`)}`;
