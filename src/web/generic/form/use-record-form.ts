import { useForm } from '@mantine/form';
import { useEffect, useMemo, useState } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import type { RecordRow } from '#web/data/queries.ts';
import { usePerson } from '#web/data/use-session.ts';
import { payloadOf, startValues } from '../crud/payload.ts';
import { draftKey, dropDraft, keepDraft, readDraft } from './drafts.ts';
import type { FormCustom } from './form-custom.ts';
import { formFields, problemsOf, type FormMode } from './form-fields.ts';

interface RecordFormOptions {
  resource: Resource;
  mode: FormMode;
  record: RecordRow | null;
  custom: FormCustom;
  /** The address of the form, under which its draft is kept. */
  address: string;
}

const same = (a: unknown, b: unknown) => (a ?? '') === (b ?? '');

/** The values of a form, what is wrong with them, and the draft that outlives the page. */
export function useRecordForm({ resource, mode, record, custom, address }: RecordFormOptions) {
  const person = usePerson();
  // Whose draft it is does not change while the form is open, not even when the session ends.
  const [key] = useState(() => draftKey(person?.email ?? '', address));
  const [draft] = useState(() => readDraft(key));
  const [restored, setRestored] = useState(draft !== null);
  const [lockVersion, setLockVersion] = useState(draft?.lockVersion ?? record?.lock_version ?? null);
  const [cleared, setCleared] = useState<Values>({});
  const start = useMemo<Values>(
    () => ({
      ...startValues(resource, formFields(resource, mode), record),
      ...custom.start?.(record),
      ...cleared,
    }),
    [resource, mode, record, custom, cleared],
  );
  const form = useForm<Values>({ initialValues: { ...start, ...draft?.values } });
  const values = form.values;
  const dirty = Object.keys(start).some((name) => !same(values[name], start[name]));

  useEffect(() => {
    if (dirty) keepDraft(key, { values, lockVersion });
    else dropDraft(key);
  }, [key, dirty, values, lockVersion]);

  const set = (name: string, value: unknown) => {
    form.setFieldValue(name, value);
    for (const [other, next] of Object.entries(custom.follow?.(name, value, values) ?? {}))
      form.setFieldValue(other, next);
  };
  /** Takes a default away, as if the field had none: nothing that a person typed. */
  const clearPreset = (name: string) => {
    setCleared((now) => ({ ...now, [name]: null }));
    form.setFieldValue(name, null);
  };
  const startOver = () => {
    form.setValues(start);
    form.clearErrors();
    setLockVersion(record?.lock_version ?? null);
    setRestored(false);
  };
  /** What would be sent, and what is wrong with it. */
  const read = () => {
    const own = formFields(resource, mode).map((name) => [name, values[name]]);
    const plain = payloadOf(Object.fromEntries(own) as Values);
    const payload = custom.payload?.(plain, values) ?? plain;
    const found = problemsOf(resource, mode, payload);
    return { payload, problems: custom.problems?.(found, payload) ?? found };
  };

  return {
    values,
    errors: form.errors,
    setErrors: form.setErrors,
    set,
    clearPreset,
    read,
    dirty,
    restored,
    startOver,
    lockVersion,
    setLockVersion,
    draftKey: key,
    forget: () => dropDraft(key),
  };
}

export type RecordForm = ReturnType<typeof useRecordForm>;
