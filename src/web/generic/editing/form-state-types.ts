import type { Author } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import type { ApiError } from '#web/data/client.ts';
import type { RecordRow } from '#web/data/queries.ts';
import type { Outcome } from '#web/ui/outcome.tsx';
import type { Draft } from './drafts.ts';
import type { Intents } from './intents.ts';
import type { FormField } from './form-field.ts';

/** One attempt to send what was typed. */
export interface Sending {
  values: Values;
  /** The changes from the start. */
  changes: Values;
  /** The version that the changes are based on; null for something new. */
  record: RecordRow | null;
  /** Sends something new under a key that stays the same until the server has decided. */
  once: Intents['once'];
}

/** The record that is changed, where several people may change it at the same time. */
export interface Versions<T> {
  /** The record that the person began with. */
  record: RecordRow;
  /** The values of a version, as `start` has them. */
  read: (record: RecordRow) => Values;
  /** The answer that is used for a record which is already as it was to become. */
  stored: (record: RecordRow) => T;
  /** Whether a change by this author is one of the person's own. */
  isMine: (by: Author | null) => boolean;
}

export interface FormOptions<T> {
  fields: Readonly<Record<string, FormField>>;
  /** A value for each field that can be changed. */
  start: Values;
  /**
   * Sends it and answers what was stored; null where nothing was sent, which it has shown itself.
   * @throws {ApiError} for a refusal
   */
  submit: (sending: Sending) => Promise<T | null>;
  /** The words of a refusal. */
  words: (error: ApiError, sent: Pick<Sending, 'values' | 'record'>) => Outcome;
  versions?: Versions<T>;
  /** The wrong values, by field; checked before anything is sent. */
  problems?: (values: Values) => Record<string, string>;
  /** The values that follow from others; they never replace what a person typed. */
  implied?: (values: Values) => Values;
  /** The values that follow from them and have to be fetched: when an input is left, and before anything is sent. */
  derive?: (values: Values) => Promise<Values>;
  /** Fields that nothing implied replaces from the start. */
  byHand?: readonly string[];
  /** Where what is typed is kept until it is sent or given up; nowhere by default. */
  place?: string | null;
  /** The part of the screen that it is for, so that a draft is found again. */
  what?: string;
  /** The record that something new is made of; its draft brings it back. */
  origin?: RecordRow | null;
  /** The draft that was kept before. */
  draft?: Draft | null;
}

/** Why nothing was saved. */
export interface Failure extends Outcome {
  /** The status of the server's answer, 0 for none; null where nothing was sent. */
  status: number | null;
  /** The sentences at the fields. */
  errors: Readonly<Record<string, string>>;
  /** The fields say what is wrong; there is nothing else. */
  ofFields?: boolean;
}

/** Somebody else changed the record meanwhile, and fields that the person changed too. */
export interface Conflict {
  by: Author | null;
  at: string;
  /** The record as it is now. */
  current: RecordRow;
  original: Values;
  theirs: Values;
  /** The fields that both changed. */
  contested: readonly string[];
  /** The fields that only the others changed. */
  adopted: readonly string[];
}

export interface FormStatus {
  /** A request is on its way. */
  saving: boolean;
  /** It is saved or given up, and its screen about to go. */
  over: boolean;
  /** Nothing can be typed or sent: it is being saved, or over. */
  locked: boolean;
  /** Something differs from the start. */
  dirty: boolean;
  failure: Failure | null;
  conflict: Conflict | null;
  /** The version that the changes are based on. */
  record: RecordRow | null;
  /** The draft is restored, but for the fields named in `left`; null where nothing was kept. */
  restored: { left: readonly string[] } | null;
}

/** How an attempt ended. */
export type Result<T> =
  | {
      is: 'saved';
      stored: T;
      /** The record as it was before this change; null where that is not known. */
      before: RecordRow | null;
      /** The fields that somebody else, `by`, changed meanwhile and that were kept. */
      adopted: readonly string[];
      by: Author | null;
    }
  /** The person chose what is stored already. */
  | { is: 'unchanged'; record: RecordRow }
  | { is: 'refused'; failure: Failure }
  /** The person has to choose; `state().conflict` says between what. */
  | { is: 'conflict' }
  /** Nothing was sent, and the reason was shown. */
  | { is: 'stopped' }
  /** An earlier attempt is still on its way, or has saved it. */
  | { is: 'busy' };

/** The one place where something is typed, from its start to its being saved or given up. */
export interface FormState<T> {
  fields: FormOptions<T>['fields'];
  get: (name: string) => unknown;
  /** A value by the person's own hand; nothing changes while a request is on its way. */
  set: (name: string, value: unknown) => void;
  values: () => Values;
  /** The changes from the start. */
  changes: () => Values;
  /** The fields that nothing implied replaces. */
  byHand: () => string[];
  /** Lets fields follow again what others imply. */
  release: (names: readonly string[]) => void;
  /** Takes a default away, as if the field had none: nothing that a person typed. */
  clearPreset: (name: string) => void;
  error: (name: string) => string | null;
  errors: () => Readonly<Record<string, string>>;
  /** Takes the error of an input away whose value is a part of another one's, such as of a list, once it is typed anew. */
  mend: (name: string) => void;
  /** The same object while nothing of it changes. */
  status: () => FormStatus;
  subscribe: (listener: () => void) => () => void;
  /** An input is still finding out what was typed; nothing is sent before that. */
  settle: (work: Promise<unknown>) => void;
  /** An input was left. */
  leave: () => void;
  /** Shows why nothing was sent. */
  fail: (title: string, reason?: string) => void;
  /** Marks what is wrong; answers whether all is right. */
  check: () => Promise<boolean>;
  /** Checks and sends. What others changed alone is merged; the rest becomes a conflict. */
  submit: () => Promise<Result<T>>;
  /** Settles a conflict by the side chosen for each contested field, and sends that. */
  resolve: (sides: Readonly<Record<string, 'mine' | 'theirs'>>) => Promise<Result<T>>;
  /** Back to what was typed, with nothing decided. */
  leaveConflict: () => void;
  /** Drops what was typed and begins anew. */
  startOver: () => void;
  /** Drops what was typed, and its draft, for good. */
  giveUp: () => void;
}
