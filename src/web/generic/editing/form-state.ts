import { createAttempts } from './form-attempts.ts';
import { createFormCore } from './form-core.ts';
import type { FormOptions, FormState } from './form-state-types.ts';

/**
 * Makes the form in which something is edited. It lives outside of React, so that a key press renders one
 * input, and knows no model: what is edited are the values of `fields`, and `submit` sends them.
 */
export function createFormState<T>(options: FormOptions<T>): FormState<T> {
  const core = createFormCore(options);
  const { values, status, update, subscribe } = core;
  const imply = () => values.imply(options.implied?.(values.all()) ?? {});
  const mend = (name: string) => {
    const { [name]: _mended, ...others } = core.errors;
    core.errors = others;
    const isMended = status().failure?.ofFields === true && Object.keys(others).length === 0;
    return isMended ? { failure: null } : {};
  };
  return {
    ...createAttempts(options, core),
    fields: options.fields,
    get: values.get,
    values: values.all,
    changes: values.changes,
    byHand: values.byHand,
    error: (name) => core.errors[name] ?? null,
    errors: () => core.errors,
    status,
    subscribe,
    set: (name, value) => {
      if (status().saving || core.isOver()) return;
      values.put(name, value);
      const mended = mend(name);
      imply();
      update(mended);
    },
    mend: (name) => update(mend(name)),
    release: (names) => {
      values.release(names);
      imply();
      update();
    },
    clearPreset: (name) => {
      values.clearPreset(name);
      update();
    },
    fail: (title, reason) => {
      update({ failure: { title, reason, status: null, errors: {} } });
    },
    leaveConflict: () => update({ conflict: null }),
    startOver: () => {
      values.startOver();
      core.errors = {};
      update({ failure: null, restored: null });
    },
    giveUp: () => {
      core.end();
      update();
    },
  };
}
