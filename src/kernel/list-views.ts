/** How many rows a page of a list may have. */
export const PAGE_SIZES = [10, 25, 50, 100, 500] as const;

/** How far a column can be drawn, in pixels. */
export const COLUMN_WIDTHS = { least: 60, most: 800 } as const;
