import { ApiError } from '#web/data/client.ts';
import { logFailure } from '#web/data/log-failure.ts';
import type { Outcome } from '#web/ui/outcome.tsx';
import type { FormCore } from './form-core.ts';
import { createSender } from './form-sender.ts';
import type { Conflict, Failure, FormOptions, FormState, Result } from './form-state-types.ts';
import { merge } from './merge.ts';
import type { FormField } from './form-field.ts';

/** The attempts to check and send what was typed: one at a time, and none once it is saved. */
export function createAttempts<T>(
  options: FormOptions<T>,
  core: FormCore,
): Pick<FormState<T>, 'settle' | 'leave' | 'check' | 'submit' | 'resolve'> {
  const { fields } = options;
  const { values, update } = core;
  const pending = new Set<Promise<unknown>>();
  let busy = false;

  let leaves = 0;

  /** Answers whether what follows is about the values as they are by then. */
  const derive = async (): Promise<boolean> => {
    const isCurrent = values.mark();
    const following = await options.derive?.(values.all());
    // An answer about values that were changed meanwhile is no answer.
    if (following && isCurrent() && !core.isOver()) values.imply(following);
    return isCurrent();
  };
  /** Asks again where something was typed before the answer came, unless that has requested it itself. */
  const deriveOnceLeft = async (): Promise<void> => {
    const leave = ++leaves;
    if ((await derive()) || leave !== leaves || core.isOver() || busy) return;
    await deriveOnceLeft();
  };
  const send = createSender(options, core, async () => void (await derive()));

  const problemsNow = (): Failure | null => {
    core.errors = options.problems?.(values.all()) ?? {};
    return Object.keys(core.errors).length === 0 ? null : failureOfFields(fields, core.errors);
  };
  const refused = (error: ApiError): Failure => {
    const sent = { values: values.all(), record: core.record };
    const failure = failureOf(fields, error, options.words(error, sent));
    core.errors = failure.errors;
    return failure;
  };

  /** One press of the button; nothing happens while an earlier one is still at work, or has done it. */
  const attempt = async (work: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (busy || core.isOver()) return { is: 'busy' };
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
    settle: (work) => {
      pending.add(work);
      void work.catch(() => undefined).finally(() => pending.delete(work));
    },
    leave: () => {
      void deriveOnceLeft().then(
        () => update(),
        // No reason to stop: the same is requested again when this is saved.
        (error: unknown) => logFailure('what follows from a value', error),
      );
    },
    check: async () => (await attempt(() => Promise.resolve({ is: 'stopped' }))).is === 'stopped',
    submit: () => attempt(sending),
    resolve: async (sides) => {
      const { conflict } = core.status();
      if (!conflict || busy) return { is: 'busy' };
      settleConflict(options, core, conflict, sides);
      const stays = values.differ();
      update({ conflict: null });
      return stays ? attempt(sending) : { is: 'unchanged', record: conflict.current };
    },
  };
}

/** Bases what was typed on the record as it is by now, with the side that was chosen of each contested field. */
function settleConflict<T>(
  { fields, versions }: FormOptions<T>,
  core: FormCore,
  { original, theirs, contested, current }: Conflict,
  sides: Readonly<Record<string, 'mine' | 'theirs'>>,
): void {
  const { values } = core;
  const merged = merge(original, values.all(), theirs, fields).values;
  for (const name of contested) if (sides[name] === 'theirs') merged[name] = theirs[name];
  values.rebase(versions?.read(current) ?? values.start(), merged);
  core.record = current;
}

type Fields = Readonly<Record<string, FormField>>;
type Errors = Readonly<Record<string, string>>;

/** The sentences about fields that have no input here. */
const elsewhere = (fields: Fields, errors: Errors): string =>
  Object.entries(errors)
    .filter(([name]) => !Object.hasOwn(fields, name))
    .map(([, sentence]) => sentence)
    .join(' ');

/** That fields are wrong, found before anything was sent. */
function failureOfFields(fields: Fields, errors: Errors): Failure {
  const count = Object.keys(errors).length;
  const title = `${count === 1 ? '1 field needs' : `${count} fields need`} your attention.`;
  return { title, reason: elsewhere(fields, errors) || undefined, status: null, errors, ofFields: true };
}

/** The meaning of a refusal here: its words, and the sentences at the fields. */
function failureOf(fields: Fields, error: ApiError, words: Outcome): Failure {
  const errors = Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
  // Failures that are shown at their fields need not be shown twice; of a duplicate the declared sentence is shown.
  const reason = error.errors.length > 0 && error.status !== 409 ? undefined : words.reason;
  return { ...words, reason: elsewhere(fields, errors) || reason, status: error.status, errors };
}
