import type { Values } from '#kernel/input.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { FormField } from './form-field.ts';

/** The unsaved typing of a person, as it is kept through a reload, a detour or a new sign-in. */
export interface Draft {
  /** The part of a screen that it is for, such as the copy of a row; a form has one draft only. */
  what: string;
  /** The changes from the start. */
  values: Values;
  /** The fields that nothing implied replaces. */
  byHand: readonly string[];
  /** The fields that were typed into too, but that nothing may keep. */
  left: readonly string[];
  /** The record that it began with; null for a new one. */
  row: RecordRow | null;
}

const DRAFTS = 'skyledger.draft.';

/** Where a draft is kept: per tab, person and address: nobody finds another one's typing. */
export const draftKey = (person: string, address: string): string => `${DRAFTS}${person}.${address}`;

/** Whether this tab keeps anything that was typed and not saved. */
export const keepsDrafts = (): boolean => Object.keys(sessionStorage).some((key) => key.startsWith(DRAFTS));

/** The draft that was kept; null without one. */
export function readDraft(key: string): Draft | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Draft> | null;
    if (!draft?.values || typeof draft.values !== 'object' || typeof draft.what !== 'string') return null;
    const { what, values, byHand = [], left = [], row = null } = draft;
    return { what, values, byHand, left, row };
  } catch {
    return null;
  }
}

/** Keeps a draft in the browser. It must hold no secret and no file. */
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

/** Whether a value may be in a draft: no secret, and no file, whatever field it is in. */
function mayStay(field: FormField | undefined, value: unknown): boolean {
  if (field?.kept === false || value instanceof Blob) return false;
  return !Array.isArray(value) || value.every((one) => mayStay(undefined, one));
}

/** The part of what was typed that the browser may keep, and the names of the fields that are left out. */
export function keepable(
  fields: Readonly<Record<string, FormField>>,
  typed: Values,
): Pick<Draft, 'values' | 'left'> {
  const all = Object.entries(typed);
  const kept = all.filter(([name, value]) => mayStay(fields[name], value));
  const left = all.filter(([name, value]) => !mayStay(fields[name], value)).map(([name]) => name);
  return { values: Object.fromEntries(kept), left };
}
