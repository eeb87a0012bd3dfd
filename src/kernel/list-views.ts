/** How many rows a page of a list may have. */
export const PAGE_SIZES = [10, 25, 50, 100, 500] as const;

/** A column as a view shows it. */
export interface ViewColumn {
  /** The property of a row. */
  name: string;
  /** In pixels; null for the width that it usually has. */
  width: number | null;
}

/** What of a list a view keeps. */
export interface ShownList {
  /** `<key>` of `by_<key>` → value. */
  filters: Record<string, string>;
  q: string;
  /** As the parameter `sort` of the list; null for the model's own order. */
  sort: string | null;
  per_page: number;
  /** In the order in which they stand; null for those that the list usually has. */
  columns: ViewColumn[] | null;
}

/** Something that a view names and its list does not have any more. */
export interface GonePart {
  what: 'column' | 'filter' | 'sort' | 'search';
  name: string;
}

/** A view of a list as the API answers it. Moments are ISO 8601 in UTC. */
export interface ListView {
  id: number;
  model: string;
  name: string;
  /** Everybody sees it. */
  shared: boolean;
  /** Who made it. */
  owner: { email: string; name: string | null };
  /** Whether the person who asks may change, rename, share and delete it. */
  may_change: boolean;
  /** The list begins with it, for the person who asks. */
  default: boolean;
  /** Without what its list does not have any more. */
  shown: ShownList;
  gone: GonePart[];
  lock_version: number;
  created_at: string;
  updated_at: string;
  /** The address of who changed it last. */
  updated_by: string;
}

/** How far a column can be drawn, in pixels. */
export const COLUMN_WIDTHS = { least: 60, most: 800 } as const;
