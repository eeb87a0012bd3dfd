import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Values } from '#kernel/input.ts';
import type { Resource } from '#kernel/resource.ts';
import { api, ApiError } from '#web/data/client.ts';
import { resourcePath, type RecordAnswer, type RecordRow } from '#web/data/queries.ts';
import type { FormCustom } from './form-custom.ts';
import { formFields, type FormMode } from './form-fields.ts';
import { createIntents } from './intents.ts';
import type { RecordForm } from './use-record-form.ts';

/** Why nothing was saved: `title` says what failed, `reason` why. */
export interface Failure {
  title: string;
  reason?: string;
  requestId?: string | null;
}

interface SubmitOptions {
  resource: Resource;
  mode: FormMode;
  record: RecordRow | null;
  custom: FormCustom;
  form: RecordForm;
  detour: (to: string, search: Record<string, string>) => void;
  onSaved: (saved: RecordRow) => void;
  focusFirst: (names: string[]) => void;
}

/** An answer after which trying the same again is a new intent: the server decided. */
const isFinal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Checks, asks, sends, once per intent however often the button is pressed. */
export function useSubmit(options: SubmitOptions) {
  const { resource, mode, record, custom, form, detour, onSaved, focusFirst } = options;
  const queries = useQueryClient();
  const [intents] = useState(() => createIntents());
  const busy = useRef(false);
  const [saving, setSaving] = useState(false);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { submitFailed, updateFailed } = resource.messages;
  const failed = mode === 'create' ? submitFailed : updateFailed;

  const refuse = (problems: Record<string, string>, title?: string) => {
    const shown = formFields(resource, mode);
    const names = Object.keys(problems);
    const elsewhere = names.filter((name) => !shown.includes(name)).map((name) => problems[name]);
    const count = names.length === 1 ? '1 field needs' : `${names.length} fields need`;
    form.setErrors(problems);
    setFailure({ title: title ?? `${count} your attention.`, reason: elsewhere.join(' ') || undefined });
    focusFirst(shown.filter((name) => name in problems));
  };

  const onError = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.errors.length > 0)
      return refuse(Object.fromEntries(error.errors.map((one) => [one.field, one.message])), failed);
    setFailure({ title: failed, reason: error.message, requestId: error.requestId });
  };

  const write = async (payload: Values): Promise<RecordRow> => {
    if (mode === 'create') {
      const intent = intents.keyFor(payload);
      if (custom.create) return custom.create(payload, intent);
      return (await api.post<RecordAnswer>(resourcePath(resource.name), payload, { intent })).data;
    }
    const body = { ...payload, lock_version: form.lockVersion };
    return (await api.put<RecordAnswer>(`${resourcePath(resource.name)}/${record?.id}`, body)).data;
  };

  /** Sends what the form holds; nothing happens while an earlier press is still on its way. */
  const send = async () => {
    if (busy.current) return;
    busy.current = true;
    setSaving(true);
    setFailure(null);
    const { payload } = form.read();
    try {
      const fail = (title: string, reason?: string) => setFailure({ title, reason });
      const check = { mode, values: form.values, payload, detour, fail };
      const body = custom.check ? await custom.check(check) : payload;
      if (body === null) return;
      const saved = await write(body);
      intents.settle();
      form.forget();
      onSaved(saved);
      await queries.invalidateQueries();
    } catch (error) {
      if (isFinal(error)) intents.settle();
      onError(error);
    } finally {
      busy.current = false;
      setSaving(false);
      setAsking(false);
    }
  };

  /** The button and the Enter key: first what is wrong, then the question, then the sending. */
  const submit = () => {
    if (busy.current) return;
    const { problems } = form.read();
    if (Object.keys(problems).length > 0) return refuse(problems);
    form.setErrors({});
    setFailure(null);
    if (custom.confirm) setAsking(true);
    else void send();
  };

  return { submit, send, saving, asking, cancel: () => setAsking(false), failure };
}
