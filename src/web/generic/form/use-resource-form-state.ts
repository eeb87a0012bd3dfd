import { useState } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import { draftKey, readDraft } from '../editing/drafts.ts';
import { createModelFormState, type RecordFormState } from '../editing/model-form-state.ts';
import { openValues, startValues } from '../editing/values.ts';
import type { FormCheck, FormCustom } from './form-custom.ts';
import { formFields, type FormMode } from './form-fields.ts';
import { problemsOf } from './form-problems.ts';

interface ResourceFormOptions {
  resource: Resource;
  mode: FormMode;
  /** The record that is changed; null for a new one. */
  record: RecordRow | null;
  custom: FormCustom;
  /** The address of the form, under which its draft is kept. */
  address: string;
  detour: FormCheck['detour'];
}

/** The state of a form: with its draft, if there is one, and the model's own rules. */
export function useResourceFormState(options: ResourceFormOptions): RecordFormState {
  const person = usePerson();
  // Whose draft it is does not change while the form is open, not even when the session ends.
  const [formState] = useState(() =>
    createResourceFormState(draftKey(person?.email ?? '', options.address), options),
  );
  return formState;
}

function createResourceFormState(place: string, options: ResourceFormOptions): RecordFormState {
  const { resource, mode, record, custom, address, detour } = options;
  const { submitFailed, updateFailed } = resource.messages;
  const names = formFields(resource, mode);
  const read = (version: RecordRow | null): Values => ({
    ...startValues(resource, names, version),
    ...custom.start?.(version),
  });
  const problems = (payload: Values) => {
    const found = problemsOf(resource, mode, payload);
    const open = Object.entries(openValues(resource, payload)).filter(([name]) => name in found);
    const all = { ...found, ...Object.fromEntries(open) };
    return custom.problems?.(all, payload) ?? all;
  };
  const { check } = custom;
  const formState = createModelFormState({
    resource,
    read,
    record,
    rules: custom,
    failed: mode === 'create' ? submitFailed : updateFailed,
    sends: 'all',
    problems,
    prepare: check && ((payload) => check({ mode, payload, address, detour, fail: formState.fail })),
    place,
    what: 'form',
    draft: readDraft(place),
  });
  return formState;
}
