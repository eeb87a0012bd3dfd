import type { Author, HistoryChange, HistoryEntry, Via } from './history.ts';

/** Everything that a change can do to a record. */
export const ACTIONS = [
  'create',
  'import',
  'update',
  'delete',
  'restore',
] as const satisfies readonly HistoryEntry['action'][];

/** A record as a change tells of it. */
export interface ToldRecord {
  id: number;
  /** By what people recognise it, as it is, or was when it was deleted; null where it had nothing. */
  title: string | null;
  /** `deleted`: its page says by whom, and has its history; `gone`: nothing is known of it but what stands here. */
  is: 'there' | 'deleted' | 'gone';
}

/** What one request did to records of one model, as `GET /api/activity` answers it. */
export interface ActivityEntry {
  id: number;
  /** Of several records that of the last one. */
  at: string;
  by: Author;
  /** Nothing where a person did it at a screen. */
  via: Via[];
  action: HistoryEntry['action'];
  model: string;
  request_id: string;
  /** How many records. */
  count: number;
  /** Of several the last one. */
  record: ToldRecord;
  /** The labels of the fields that an update of a single record changed. */
  fields: string[];
  /** What changed of a single record; null of several, and where that is long: `…/<id>/changes` tells it. */
  changes: HistoryChange[] | null;
  /** The record is deleted by this change and can be brought back. */
  restorable: boolean;
}

/** What was done to one of the records of an entry, as `GET /api/activity/<id>/changes` answers it. */
export interface ActivityLine extends HistoryEntry {
  model: string;
  record: ToldRecord;
  restorable: boolean;
}

/** `meta` of both lists. */
export interface ActivityMeta {
  total: number;
  /** More match than were counted. */
  total_is?: 'at_least';
  /** Where the next page begins; null on the last one. */
  next: number | null;
}

const WORDS: Record<Via['kind'], string> = {
  token: 'with an API token',
  import: 'by an import',
  upload: 'by an upload',
  job: 'in a job',
  link: 'by the update link',
  command: 'by a command',
};

/** By which ways a change came, in words such as 'by an upload, in a job'; empty for none. */
export function viaWords(via: readonly Via[], action: HistoryEntry['action']): string {
  return via
    .filter(({ kind }) => !(kind === 'import' && action === 'import'))
    .map(({ kind, name }) => (kind === 'token' && name ? `with the API token ${name}` : WORDS[kind]))
    .join(', ');
}
