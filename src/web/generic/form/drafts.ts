import type { Values } from '#kernel/input.ts';
import type { RecordRow } from '#web/data/queries.ts';

/** What somebody typed into a form or a table and has not saved. */
export interface Draft {
  values: Values;
  /** The version of the record that was being changed; null for a new one. */
  lockVersion: number | null;
  /** What of a table it is; a form has one draft only. */
  what?: string;
  /** The record of a table that it began with. */
  row?: RecordRow | null;
  /** The fields of a table's draft that nothing derived replaces. */
  byHand?: readonly string[];
}

const DRAFTS = 'skyledger.draft.';

/** Where a draft is kept: per tab, person and address, so that nobody finds another one's typing. */
export const draftKey = (person: string, address: string): string => `${DRAFTS}${person}.${address}`;

/** Whether this tab keeps anything that was typed and not saved. */
export const keepsDrafts = (): boolean => Object.keys(sessionStorage).some((key) => key.startsWith(DRAFTS));

/** The draft that was kept; null without one. */
export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (!draft?.values || typeof draft.values !== 'object') return null;
    return { ...draft, values: draft.values, lockVersion: draft.lockVersion ?? null };
  } catch {
    return null;
  }
}

/** Keeps what is typed through a reload, a detour or a new sign-in. */
export function keepDraft(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage costs the draft, not what is on the screen.
  }
}

/** Where the last attempt to send a draft is kept. */
export const intentPlace = (key: string): string => `${key}.intent`;

/** Forgets a draft, and the attempt to send it. */
export function dropDraft(key: string): void {
  for (const place of [key, intentPlace(key)]) sessionStorage.removeItem(place);
}
