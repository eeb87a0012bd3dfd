import type { StaleConflict } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import { ApiError } from '#web/data/client.ts';
import { logFailure } from '#web/data/log-failure.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { dropDraft, keepable, keepDraft } from './drafts.ts';
import { failureOf, failureOfFields } from './failures.ts';
import { createIntents, type Intents } from './intents.ts';
import { keptAttempts } from './kept-attempts.ts';
import { merge, same } from './merge.ts';
import type { Conflict, Failure, Result, FormState, FormOptions, FormStatus } from './form-state-types.ts';

/** So often in a row others may be quicker before the person hears of it. */
const MERGES = 3;

const conflictIn = (error: unknown) =>
  error instanceof ApiError && error.status === 409 && 'conflict' in error.details
    ? (error.details['conflict'] as StaleConflict<RecordRow>)
    : null;

/**
 * Makes the form in which something is edited. It lives outside of React, so that a key press renders one
 * input, and knows no model: what is edited are the values of `fields`, and `submit` sends them.
 */
export function createFormState<T>(options: FormOptions<T>): FormState<T> {
  const { fields, versions, place = null, draft = null } = options;
  let record = versions?.record ?? null;
  let initial: Values = options.start;
  let values: Values = { ...initial, ...known(draft?.values ?? {}, initial) };
  let errors: Readonly<Record<string, string>> = {};
  let questions = 0;
  let busy = false;
  let over = false;
  const byHand = new Set([...(options.byHand ?? []), ...(draft?.byHand ?? [])]);
  const pending = new Set<Promise<unknown>>();
  const intents: Intents = createIntents(place === null ? null : keptAttempts(place));
  const listeners = new Set<() => void>();
  const differs = (name: string) => !(fields[name]?.same ?? same)(values[name], initial[name]);
  const isDirty = () => !over && Object.keys(values).some(differs);
  let state: FormStatus = {
    saving: false,
    over,
    locked: false,
    dirty: isDirty(),
    failure: null,
    conflict: null,
    record,
    restored: draft ? { left: draft.left.map((name) => fields[name]?.label ?? name) } : null,
  };

  const changes = () => Object.fromEntries(Object.entries(values).filter(([name]) => differs(name)));

  const keep = () => {
    if (place === null || over) return;
    if (!state.dirty) return dropDraft(place);
    const { what = '', origin = null } = options;
    keepDraft(place, { what, ...keepable(fields, changes()), byHand: [...byHand], row: record ?? origin });
  };

  const update = (next: Partial<FormStatus> = {}) => {
    const { saving } = { ...state, ...next };
    const changed = { ...state, ...next, over, locked: saving || over, dirty: isDirty(), record };
    if ((Object.keys(changed) as (keyof FormStatus)[]).some((key) => changed[key] !== state[key]))
      state = changed;
    keep();
    for (const listener of listeners) listener();
  };

  const imply = (following: Values) => {
    const free = Object.entries(following).filter(([name]) => !byHand.has(name) && name in values);
    values = { ...values, ...Object.fromEntries(free) };
  };

  const derive = async () => {
    const question = ++questions;
    const following = await options.derive?.(values);
    // An answer about values that were changed meanwhile is no answer.
    if (following && question === questions && !over) imply(following);
  };

  const problemsNow = (): Failure | null => {
    errors = options.problems?.(values) ?? {};
    return Object.keys(errors).length === 0 ? null : failureOfFields(fields, errors);
  };
  const refused = (error: ApiError): Failure => {
    const failure = failureOf(fields, error, options.words(error, { values, record }));
    errors = failure.errors;
    return failure;
  };

  /** Takes over the record as it is by now; typed values are laid over it. */
  const rebase = (current: RecordRow, merged: Values) => {
    initial = versions?.read(current) ?? initial;
    values = { ...initial, ...merged };
    record = current;
  };

  const finish = (
    stored: T,
    before: RecordRow | null,
    adopted: readonly string[],
    by: Conflict['by'],
  ): Result<T> => {
    over = true;
    if (place !== null) dropDraft(place);
    return { is: 'saved', stored, before, adopted, by };
  };

  const send = async (): Promise<Result<T>> => {
    const adopted = new Set<string>();
    let by: Conflict['by'] = null;
    for (let round = 1; ; round += 1) {
      try {
        await derive();
        // Its person may have left meanwhile, and given it up.
        if (over) return { is: 'stopped' };
        const stored = await options.submit({ values, changes: changes(), record, once: intents.once });
        if (stored === null) return { is: 'stopped' };
        return finish(stored, record, [...adopted], by);
      } catch (error) {
        const stale = conflictIn(error);
        if (!stale || !versions || !record || round > MERGES) throw error;
        const { current } = stale;
        const theirs = versions.read(current);
        const merged = merge(initial, values, theirs, fields);
        for (const name of merged.adopted) adopted.add(name);
        ({ by } = stale);
        if (merged.contested.length > 0) {
          const { contested } = merged;
          const sides = { original: initial, theirs, contested, adopted: [...adopted] };
          update({ conflict: { by, at: stale.at, current, ...sides } });
          return { is: 'conflict' };
        }
        // The answer to an attempt before was lost, and the record is as wanted; or somebody else saved the same.
        const isNext = current.lock_version === record.lock_version + 1;
        const before = isNext && adopted.size === 0 && versions.isMine(by) ? record : null;
        rebase(current, merged.values);
        if (Object.keys(changes()).length === 0)
          return finish(versions.stored(current), before, [...adopted], by);
      }
    }
  };

  /** One press of the button; nothing happens while an earlier one is still at work, or has done it. */
  const attempt = async (work: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (busy || over) return { is: 'busy' };
    busy = true;
    try {
      await Promise.allSettled(pending);
      const failure = problemsNow();
      update({ failure });
      if (failure) return { is: 'refused', failure };
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const failure = refused(error);
      update({ failure, conflict: null });
      return { is: 'refused', failure };
    } finally {
      busy = false;
      update({ saving: false });
    }
  };
  const sending = () => {
    update({ saving: true, conflict: null });
    return send();
  };

  return {
    fields,
    get: (name) => values[name],
    values: () => values,
    changes,
    byHand: () => [...byHand],
    error: (name) => errors[name] ?? null,
    errors: () => errors,
    status: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set: (name, value) => {
      if (state.saving || over) return;
      values = { ...values, [name]: value };
      byHand.add(name);
      questions += 1;
      const { [name]: _mended, ...others } = errors;
      errors = others;
      imply(options.implied?.(values) ?? {});
      const mended = state.failure?.ofFields === true && Object.keys(errors).length === 0;
      update(mended ? { failure: null } : {});
    },
    release: (names) => {
      for (const name of names) byHand.delete(name);
      imply(options.implied?.(values) ?? {});
      update();
    },
    clearPreset: (name) => {
      initial = { ...initial, [name]: null };
      values = { ...values, [name]: null };
      update();
    },
    settle: (work) => {
      pending.add(work);
      void work.catch(() => undefined).finally(() => pending.delete(work));
    },
    leave: () => {
      void derive().then(
        () => update(),
        // No reason to stop: the same is requested again when this is saved.
        (error: unknown) => logFailure('what follows from a value', error),
      );
    },
    fail: (title, reason) => {
      update({ failure: { title, reason, status: null, errors: {} } });
    },
    check: async () => (await attempt(() => Promise.resolve({ is: 'stopped' }))).is === 'stopped',
    submit: () => attempt(sending),
    resolve: async (sides) => {
      const { conflict } = state;
      if (!conflict || busy) return { is: 'busy' };
      const { values: merged } = merge(conflict.original, values, conflict.theirs, fields);
      for (const name of conflict.contested)
        if (sides[name] === 'theirs') merged[name] = conflict.theirs[name];
      rebase(conflict.current, merged);
      const stays = Object.keys(changes()).length > 0;
      update({ conflict: null });
      return stays ? attempt(sending) : { is: 'unchanged', record: conflict.current };
    },
    leaveConflict: () => update({ conflict: null }),
    startOver: () => {
      values = { ...initial };
      byHand.clear();
      for (const name of options.byHand ?? []) byHand.add(name);
      errors = {};
      update({ failure: null, restored: null });
    },
    giveUp: () => {
      over = true;
      if (place !== null) dropDraft(place);
      update();
    },
  };
}

/** The kept values of fields that are still there. */
const known = (kept: Values, start: Values): Values =>
  Object.fromEntries(Object.entries(kept).filter(([name]) => Object.hasOwn(start, name)));
