import { kindOf } from '#kernel/fields/kinds.ts';
import type { Author } from '#kernel/history.ts';
import type { Values } from '#kernel/input.ts';
import { resourcePath, type Resource } from '#kernel/resource.ts';
import { api } from '#web/data/client.ts';
import type { RecordAnswer, RecordRow } from '#web/data/queries.ts';
import { sessionState } from '#web/data/session-store.ts';
import { failureWords } from '../failure-words.ts';
import type { Draft } from './drafts.ts';
import { followChosen } from './following.ts';
import { createFormState } from './form-state.ts';
import type { FormState, Sending } from './form-state-types.ts';
import { openValues, payloadOf, fieldsOfForm, writtenOf } from './values.ts';

/** How records of a model are edited otherwise than its declaration says; what is absent is generic. */
export interface EditingRules {
  /** The values that follow from those of a new or copied record, by field, as they are typed. */
  implied?: (values: Values) => Values;
  /** The values that follow from them and have to be fetched. */
  derive?: (values: Values) => Promise<Values>;
  /** Adds a record in the model's own way. */
  create?: (payload: Values, intent: string) => Promise<RecordRow>;
}

/** The form state of a record, which a form, a row, an added row or a copy edits. */
export type RecordFormState = FormState<RecordRow>;

interface ModelFormOptions {
  resource: Resource;
  /** The values to begin with; of a record that is changed, those of any of its versions. */
  read: (record: RecordRow | null) => Values;
  /** The record that is changed; null for a new one. */
  record: RecordRow | null;
  /** The record that a new one is made of. */
  origin?: RecordRow | null;
  rules?: EditingRules;
  /** The sentence when it fails. */
  failed: string;
  /** The words of a refusal, of a duplicate too, with that sentence. */
  words?: typeof failureWords;
  /** `all`: an update sends every value. `changes`: what was changed. */
  sends: 'all' | 'changes';
  problems?: (payload: Values) => Record<string, string>;
  /** The last step before sending; answers what is sent, or null where nothing is. */
  prepare?: (payload: Values) => Promise<Values | null>;
  byHand?: readonly string[];
  /** `false`: nothing follows a reference that is chosen; where what is sent was shown before, it is not changed. */
  follows?: false;
  /** Where what is typed is kept; null for nowhere. */
  place: string | null;
  what: string;
  draft: Draft | null;
}

/** Whether the author is who is signed in. */
function isMine(by: Author | null): boolean {
  const session = sessionState();
  return session.status === 'in' && session.person.email === by?.email;
}

/** A secret that was left empty stays as it is, so nothing is sent of it. */
function withoutKept(resource: Resource, payload: Values): Values {
  const isKept = (name: string) => {
    const field = resource.fields[name];
    return field !== undefined && kindOf(field).hidden && payload[name] === null;
  };
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !isKept(name)));
}

/** Creates the form state in which a record of a model is added or changed. */
export function createModelFormState(options: ModelFormOptions): RecordFormState {
  const { resource, read, rules = {}, sends, prepare, draft } = options;
  // The draft is based on the version that the person saw; that it is outdated shows itself on saving.
  const record = options.record && (draft?.row ?? options.record);
  const path = resourcePath(resource.name);
  const start = read(record);
  const follow = options.follows === false ? null : followChosen(resource, start, record, draft);

  const create = async (payload: Values, { once }: Sending) =>
    once(payload, async (intent) =>
      rules.create
        ? rules.create(payload, intent)
        : (await api.post<RecordAnswer>(path, writtenOf(resource, payload), { intent })).data,
    );
  const update = async (payload: Values, { id, lock_version }: RecordRow) => {
    const body = { ...writtenOf(resource, withoutKept(resource, payload)), lock_version };
    return (await api.put<RecordAnswer>(`${path}/${id}`, body)).data;
  };

  const formState = createFormState<RecordRow>({
    ...options,
    fields: fieldsOfForm(resource, Object.keys(start)),
    start,
    versions: record ? { record, read, stored: (current) => current, isMine } : undefined,
    implied: record ? undefined : rules.implied,
    derive: async (values) => ({
      ...(await follow?.(values)),
      ...(record ? {} : await rules.derive?.(values)),
    }),
    words: (error, { values, record: on }) => {
      const about = { sentence: options.failed, resource, id: on?.id, values: payloadOf(values) };
      return (options.words ?? failureWords)(error, about);
    },
    problems: (values) => {
      const payload = payloadOf(values);
      const { problems } = options;
      return problems ? problems(payload) : openValues(resource, payload);
    },
    submit: async (sending) => {
      const own = payloadOf(sending.record && sends === 'changes' ? sending.changes : sending.values);
      const payload = prepare ? await prepare(own) : own;
      // While it was prepared its person may have left, and given it up.
      if (payload === null || formState.status().over) return null;
      return sending.record ? update(payload, sending.record) : create(payload, sending);
    },
  });
  return formState;
}
