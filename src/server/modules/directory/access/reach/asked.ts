import type { Page } from '#server/platform/http/query.ts';

/** What of a list of who gets where is asked for. */
export interface Asked {
  page: Page;
  /** Part of a name, an address or an id; empty: all. */
  q: string;
}

/** What is answered. */
export interface Told<Data> {
  data: Data;
  meta: Page & { total: number; read_at: string | null };
}
