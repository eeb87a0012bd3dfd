import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Values } from '#kernel/input.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import type { Outcome } from '#web/ui/outcome.tsx';
import { failureWords } from '../failure-words.ts';
import type { FormCustom } from './form-custom.ts';
import { formFields, type FormMode } from './form-fields.ts';
import { createIntents } from './intents.ts';
import type { RecordForm } from './use-record-form.ts';

/** Why nothing was saved. */
export interface Failure extends Outcome {
  /** The fields say what is wrong; there is nothing else. */
  ofFields?: boolean;
}

/** Somebody else changed the record while the form was open. */
export interface Stale {
  sentence: string;
  /** The record that the person's changes began with. */
  base: RecordRow;
  mine: Values;
}

interface SubmitOptions {
  resource: Resource;
  mode: FormMode;
  record: RecordRow | null;
  custom: FormCustom;
  form: RecordForm;
  address: string;
  detour: (to: string, search: Record<string, string>) => void;
  onSaved: () => void;
  focusFirst: (names: string[]) => void;
}

/** Checks, asks, sends, once per intent however often the button is pressed. */
export function useSubmit(options: SubmitOptions) {
  const { resource, mode, record, custom, form, address, detour, onSaved, focusFirst } = options;
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents(form.draftKey));
  const busy = useRef(false);
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [stale, setStale] = useState<Stale | null>(null);
  const { submitFailed, updateFailed } = resource.messages;
  const failed = mode === 'create' ? submitFailed : updateFailed;

  const refuse = (problems: Record<string, string>, words?: Outcome) => {
    const shown = formFields(resource, mode);
    const names = Object.keys(problems);
    const elsewhere = names.filter((name) => !shown.includes(name)).map((name) => problems[name]);
    const count = names.length === 1 ? '1 field needs' : `${names.length} fields need`;
    form.setErrors(problems);
    setFailure({
      ...(words ?? { title: `${count} your attention.` }),
      reason: elsewhere.join(' ') || words?.reason,
      ofFields: words === undefined,
    });
    focusFirst(shown.filter((name) => name in problems));
  };

  const onError = (error: unknown, base: RecordRow | null, mine: Values) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 409 && 'conflict' in error.details && base)
      return setStale({ sentence: error.message, base, mine });
    setStale(null);
    const words = failureWords(error, { sentence: failed, resource, id: base?.id, values: mine });
    if (error.errors.length > 0)
      return refuse(Object.fromEntries(error.errors.map((one) => [one.field, one.message])), words);
    setFailure(words);
  };

  const create = async (payload: Values): Promise<void> => {
    const path = resourcePath(resource.name);
    await intents.once<unknown>(payload, (intent) =>
      custom.create ? custom.create(payload, intent) : api.post<RecordAnswer>(path, payload, { intent }),
    );
  };
  const update = async (payload: Values, base: RecordRow): Promise<void> => {
    const body = { ...payload, lock_version: base.lock_version };
    await api.put<RecordAnswer>(`${resourcePath(resource.name)}/${base.id}`, body);
  };

  /** Runs one attempt; nothing happens while an earlier one is still on its way. */
  const attempt = async (base: RecordRow | null, prepare: () => Values | Promise<Values | null>) => {
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    setFailure(null);
    let body: Values | null = null;
    try {
      body = await prepare();
      if (body === null) return;
      await (base ? update(body, base) : create(body));
      form.forget();
      onSaved();
      await queries.invalidateQueries();
    } catch (error) {
      onError(error, base, body ?? {});
    } finally {
      busy.current = false;
      setSaving(false);
      setAsking(false);
    }
  };

  /** Sends what the form holds. */
  const send = () => {
    // A restored draft was begun with an older version than the record that is here now.
    const lockVersion = form.lockVersion ?? record?.lock_version ?? 0;
    void attempt(record && { ...record, lock_version: lockVersion }, () => {
      const { payload } = form.read();
      const fail = (title: string, reason?: string) => setFailure({ title, reason });
      return custom.check ? custom.check({ mode, payload, address, detour, fail }) : payload;
    });
  };

  /** The button and the Enter key: first what is wrong, then the question, then the sending. */
  const submit = () => {
    if (busy.current) return;
    const { problems } = form.read();
    if (Object.keys(problems).length > 0) return refuse(problems);
    form.setErrors({});
    setFailure(null);
    if (custom.confirm) setAsking(true);
    else send();
  };

  return {
    submit,
    send,
    saving,
    asking,
    cancel: () => setAsking(false),
    failure,
    stale,
    /** Saves what was chosen of both versions, on top of the record as it is now. */
    resolve: (payload: Values, current: RecordRow) => void attempt(current, () => payload),
    closeStale: () => setStale(null),
  };
}
