import type { Author, HistoryEntry } from './history.ts';
import type { ToneName } from './tones.ts';

/** Work is counted up to this number; where there is more, that is said. */
export const MOST_COUNTED = 1000;

/** Some work that waits, as `GET /api/waiting` answers it: what `GET /api/<list>?by_<filter>=<value>` lists. */
export interface WaitingWork {
  /** The model, or what else has a list, such as jobs. */
  list: string;
  /** The key of the filter, without its `by_`. */
  filter: string;
  value: string;
  /** What it is called: 'Expired'. */
  label: string;
  tone: ToneName;
  count: number;
  /** There is more than was counted. */
  more: boolean;
}

/** What one request changed of one model, as `GET /api/recent_changes` answers it, the newest first. */
export interface RecentChange {
  at: string;
  by: Author;
  action: HistoryEntry['action'];
  model: string;
  /** How many records; of several, the last one is named. */
  count: number;
  /** There are more than were counted. */
  more: boolean;
  id: number;
  /** By what people recognise the record, as it is, or was when it was deleted; null where it had nothing. */
  title: string | null;
  /** The labels of the fields that changed; empty unless one record was changed. */
  fields: string[];
}
