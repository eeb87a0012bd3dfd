import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { Values } from '#kernel/input.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api, ApiError } from '#web/data/client.ts';
import type { ListAnswer, RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { noticeFailure } from '#web/ui/notices.tsx';
import type { Intents } from '../form/intents.ts';
import { failureWords, refusalWords } from '../failure-words.ts';
import type { CrudRules } from './crud-rules.ts';
import type { Draft } from './draft.ts';
import { missingNumbers, payloadOf } from './payload.ts';

/** One press of Save: what is sent, and what to say when it fails. */
interface Attempt {
  draft: Draft;
  /** The record that is changed. */
  id?: number;
  /** The sentence of the failure. */
  failed: string;
  send: () => Promise<RecordRow>;
  /** Where the inputs are; the first wrong one gets the focus. */
  inputs: () => ParentNode | null;
  /** Somebody else changed the record meanwhile. */
  onStale?: (error: ApiError) => void;
}

function focusWrong(inputs: Attempt['inputs']): void {
  requestAnimationFrame(() => inputs()?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}

/** Puts the errors of an answer at their inputs; answers the sentences of those that have none here. */
function placeErrors(draft: Draft, error: ApiError): string | undefined {
  const known = draft.values();
  draft.setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
  const elsewhere = error.errors.filter(({ field }) => !(field in known));
  return elsewhere.map(({ message }) => message).join(' ') || undefined;
}

/**
 * Writes records of a model, one at a time however often Save is pressed. Whatever fails, what was typed
 * stays, wrong values are marked where they stand, and the sentence of the failure is shown.
 */
export function useSaving(resource: Resource, rules: CrudRules) {
  const queries = useQueryClient();
  const busy = useRef(false);
  const [saving, setSaving] = useState(false);
  const path = resourcePath(resource.name);

  /** Answers the stored record, or null where nothing was stored. */
  const attempt = useCallback(
    async ({ draft, id, failed, send, inputs, onStale }: Attempt): Promise<RecordRow | null> => {
      if (busy.current) return null;
      const missing = missingNumbers(resource, draft.values());
      draft.setErrors(missing);
      if (Object.keys(missing).length > 0) {
        focusWrong(inputs);
        return null;
      }
      busy.current = true;
      setSaving(true);
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status === 409 && 'conflict' in error.details && onStale) onStale(error);
        else if (error.status === 409) {
          // Others changed the list: it is fetched again, and what was typed stays.
          placeErrors(draft, error);
          noticeFailure(refusalWords(error, { sentence: failed, resource, values: draft.values() }));
          void queries.invalidateQueries({ queryKey: [resource.name, 'list'] });
        } else {
          const words = failureWords(error, { sentence: failed, resource, id, values: draft.values() });
          const marked = error.errors.length > 0;
          noticeFailure(marked ? { ...words, reason: placeErrors(draft, error) } : words);
        }
        focusWrong(inputs);
        return null;
      } finally {
        busy.current = false;
        setSaving(false);
      }
    },
    [resource, queries],
  );

  const create = useCallback(
    async (draft: Draft, intents: Intents): Promise<RecordRow> => {
      if (rules.derive) draft.follow(await rules.derive(draft.values()));
      const payload = payloadOf(draft.values());
      return intents.once(payload, async (intent) =>
        rules.create
          ? rules.create(payload, intent)
          : (await api.post<RecordAnswer>(path, payload, { intent })).data,
      );
    },
    [path, rules],
  );

  /** Sends what was changed and the version that it was changed from. */
  const update = useCallback(
    async (id: number, lockVersion: number, changes: Values): Promise<RecordRow> => {
      const body = { ...payloadOf(changes), lock_version: lockVersion };
      const stored = (await api.put<RecordAnswer>(`${path}/${id}`, body)).data;
      replaceInLists(stored);
      // Other lists may show the record too; they are fetched when they are looked at.
      void queries.invalidateQueries({ refetchType: 'none' });
      return stored;

      function replaceInLists(record: RecordRow): void {
        queries.setQueriesData<ListAnswer>(
          { queryKey: [resource.name, 'list'] },
          (answer) =>
            answer && { ...answer, data: answer.data.map((row) => (row.id === record.id ? record : row)) },
        );
      }
    },
    [path, queries, resource],
  );

  /** Answers whether the record is gone. */
  const remove = useCallback(
    async (id: number): Promise<boolean> => {
      if (busy.current) return false;
      busy.current = true;
      try {
        await api.remove(`${path}/${id}`);
        queries.setQueriesData<ListAnswer>(
          { queryKey: [resource.name, 'list'] },
          (answer) =>
            answer && {
              data: answer.data.filter((row) => row.id !== id),
              meta: { ...answer.meta, total: Math.max(0, answer.meta.total - 1) },
            },
        );
        void queries.invalidateQueries();
        return true;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        noticeFailure(refusalWords(error, { sentence: resource.messages.deleteFailed, resource, id }));
        if (error.status === 404) void queries.invalidateQueries({ queryKey: [resource.name, 'list'] });
        return false;
      } finally {
        busy.current = false;
      }
    },
    [path, queries, resource],
  );

  return { saving, attempt, create, update, remove };
}

export type Saving = ReturnType<typeof useSaving>;
