import type { RecordRow } from '#web/data/queries.ts';
import { dropDraft, keepable, keepDraft } from './drafts.ts';
import type { FormOptions, FormStatus } from './form-state-types.ts';
import { createTypedValues, type TypedValues } from './typed-values.ts';

/** The state that the inputs of a form and its attempts to send share. */
export interface FormCore {
  values: TypedValues;
  /** The sentences at the fields. */
  errors: Readonly<Record<string, string>>;
  /** The version that the changes are based on. */
  record: RecordRow | null;
  isOver: () => boolean;
  /** It is saved or given up: its draft is dropped, and nothing is typed or sent any more. */
  end: () => void;
  /** The same object while nothing of it changes. */
  status: () => FormStatus;
  /** Keeps what is typed and notifies all subscribers, with what is new about the form. */
  update: (next?: Partial<FormStatus>) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Makes the core of a form, with its draft where one was kept before. */
export function createFormCore<T>(options: FormOptions<T>): FormCore {
  const { fields, place = null, draft = null } = options;
  const values = createTypedValues(options);
  const listeners = new Set<() => void>();
  let over = false;
  const isDirty = () => !over && values.differ();
  let state: FormStatus = {
    saving: false,
    over,
    locked: false,
    dirty: isDirty(),
    failure: null,
    conflict: null,
    record: options.versions?.record ?? null,
    restored: draft ? { left: draft.left.map((name) => fields[name]?.label ?? name) } : null,
  };
  const keep = () => {
    if (place === null || over) return;
    if (!state.dirty) return dropDraft(place);
    const { what = '', origin = null } = options;
    const typed = keepable(fields, values.changes());
    keepDraft(place, { what, ...typed, byHand: values.byHand(), row: core.record ?? origin });
  };
  const core: FormCore = {
    values,
    errors: {},
    record: state.record,
    isOver: () => over,
    end: () => {
      over = true;
      if (place !== null) dropDraft(place);
    },
    status: () => state,
    update: (next = {}) => {
      const { saving } = { ...state, ...next };
      const { record } = core;
      const changed = { ...state, ...next, over, locked: saving || over, dirty: isDirty(), record };
      if ((Object.keys(changed) as (keyof FormStatus)[]).some((key) => changed[key] !== state[key]))
        state = changed;
      keep();
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return core;
}
