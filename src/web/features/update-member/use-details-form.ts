import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import type { LinkOptions } from '#calls/member-link.ts';
import { updateMember } from '#resources/update-member.ts';
import { ApiError } from '#web/data/client.ts';
import { createIntents, isDecided } from '#web/generic/editing/intents.ts';
import { readOptions, sendDetails, type Link } from './link-calls.ts';

const { fields, other } = updateMember;
/** The name of a field of the form. */
export type Name = keyof typeof fields;
type Values = Record<Name, string>;
type Errors = Partial<Values>;

/** Why the choices did not come, or the details were not taken. */
interface Failure {
  /** Words beside whom to ask; empty for none. */
  reason: string;
  /** Another try may help. */
  retry?: boolean;
  /** The link is not good, or not any more: nothing can be sent by it. */
  over?: boolean;
}

const NOTHING: Values = { department: '', other_department: '', business_unit: '' };

const required = (name: Name) => `${fields[name].label} is required.`;

/** The missing values, by field, in the order of the form. */
function missing(values: Values): Errors {
  const needed: Name[] =
    values.department === other ? ['other_department', 'business_unit'] : ['department', 'business_unit'];
  return Object.fromEntries(
    needed.filter((name) => !values[name].trim()).map((name) => [name, required(name)]),
  );
}

/** The words of a failure beside whom to ask: how long to wait, or what is wrong with the input. */
const reasonOf = (error: unknown) =>
  error instanceof ApiError && (error.status === 422 || error.status === 429) ? error.message : '';

/** Whether the choices that did not come may come another time. */
const mayCome = (error: unknown) => !isDecided(error) || (error instanceof ApiError && error.status === 429);

const isOver = (error: unknown) => error instanceof ApiError && error.status === 403;

const focusField = (form: RefObject<HTMLFormElement | null>, name: string) =>
  form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();

/** The details that a member types, from the choices that their link brings to their being sent. */
export function useDetailsForm(link: Link) {
  const form = useRef<HTMLFormElement>(null);
  const [intents] = useState(() => createIntents(null));
  const [values, setValues] = useState<Values>(NOTHING);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const choices = useChoices(link, form, setFailure);

  const put = (name: Name) => (value: string) => {
    setValues((now) => ({ ...now, [name]: value }));
    setErrors(({ [name]: _, ...others }) => others);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'open') return;
    const wrong = missing(values);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first) return focusField(form, first);
    setState('sending');
    setFailure(null);
    const department = values.department === other ? values.other_department : values.department;
    try {
      const details = { department, business_unit: values.business_unit };
      await intents.once(details, (intent) => sendDetails(link, details, intent));
      setState('sent');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure({ reason: reasonOf(error), over: isOver(error) });
      setState('open');
    }
  };
  return { form, values, errors, failure, state, put, submit, ...choices };
}

/** The choices of the form, which are fetched again whenever the person retries. */
function useChoices(
  { member, credential }: Link,
  form: RefObject<HTMLFormElement | null>,
  onEnd: (failure: Failure | null) => void,
) {
  const retryButton = useRef<HTMLButtonElement>(null);
  /** How often they are fetched. */
  const [round, setRound] = useState(1);
  const [isLoading, setIsLoading] = useState(true);
  const [options, setOptions] = useState<LinkOptions | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    readOptions({ member, credential }, leaving.signal)
      .then(
        (loaded) => {
          setOptions(loaded);
          onEnd(null);
          // The button goes; who has gone on to something else stays there.
          if (document.activeElement === retryButton.current) focusField(form, 'department');
        },
        (error: unknown) => {
          if (!leaving.signal.aborted)
            onEnd({ reason: reasonOf(error), retry: mayCome(error), over: isOver(error) });
        },
      )
      .finally(() => !leaving.signal.aborted && setIsLoading(false));
    return () => leaving.abort();
  }, [member, credential, round, form, onEnd]);
  const retry = () => {
    if (isLoading) return;
    setIsLoading(true);
    setRound((now) => now + 1);
  };
  return { options, isLoading, retry, retryButton };
}
