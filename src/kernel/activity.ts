import { COMMENT_ACTIONS, type HistoryEntry, type Via } from './history.ts';

/** Everything that a change can do to a record, or to the comments on it. */
export const ACTIONS = [
  'create',
  'import',
  'update',
  'delete',
  'restore',
  ...COMMENT_ACTIONS,
] as const satisfies readonly HistoryEntry['action'][];

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
