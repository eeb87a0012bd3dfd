/** Who did something. */
export interface Author {
  email: string;
  name: string | null;
}

/** Ways by which changes come, beside a person at a screen. */
export const WAYS = ['token', 'import', 'upload', 'job', 'link', 'command'] as const;

/** One of them. */
export interface Via {
  kind: (typeof WAYS)[number];
  /** Of an API token its name, of a job that worked with selected records `OF_SELECTION`; null where there is none. */
  name: string | null;
}

/** Names the jobs that change selected records, among the ways of a change. */
export const OF_SELECTION = 'selection';

/** What happens to the comments on a record: none of it changes the record itself. */
export const COMMENT_ACTIONS = ['comment', 'change_comment', 'delete_comment'] as const;
export type CommentAction = (typeof COMMENT_ACTIONS)[number];
export const isOfComment = (action: string): action is CommentAction =>
  COMMENT_ACTIONS.some((one) => one === action);

/** One field of one change, as people read it beside as it is stored. */
export interface HistoryChange {
  field: string;
  label: string;
  from: unknown;
  to: unknown;
  /** The text that people saw at that time; of a reference the value that it showed. */
  from_shown: string | null;
  to_shown: string | null;
}

/** One line of a record's history, as `GET /api/<model>/<id>/history` answers them, the newest first. */
export interface HistoryEntry {
  id: number;
  action: 'create' | 'import' | 'update' | 'delete' | 'restore' | CommentAction;
  /** ISO 8601 in UTC. */
  at: string;
  by: Author;
  /** Nothing where a person did it at a screen. */
  via: Via[];
  request_id: string;
  /** The version after the change; of a deletion, the last one that the record had. */
  lock_version: number;
  changes: HistoryChange[];
  /** Why, where whoever did it said so. */
  reason?: string;
  /** The second person, where the change waited for one. */
  approved_by?: Author;
}

/** A deleted record that can be brought back, as `GET /api/<model>/deleted` answers them. */
export interface DeletedRecord {
  id: number;
  /** By what people recognise it, as it was. */
  title: string;
  at: string;
  by: Author;
  request_id: string;
}

/** `conflict` in the body of a 409: the record was changed since the version that the update was made from. */
export interface StaleConflict<R = Record<string, unknown>> {
  /** Null where the history does not say. */
  by: Author | null;
  at: string;
  lock_version: number;
  /** The record as it is now. */
  current: R;
}

/** One member of `references` in the body of a 409: a model that refers to a record, and how often. */
export interface ReferenceCount {
  model: string;
  label: string;
  count: number;
}
