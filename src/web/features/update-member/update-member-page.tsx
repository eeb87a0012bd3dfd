import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { LinkOptions } from '#calls/member-link.ts';
import { updateMember } from '#resources/update-member.ts';
import { ApiError } from '#web/data/client.ts';
import { createIntents, isDecided } from '#web/generic/editing/intents.ts';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';
import { ChoiceField, TextField } from './fields.tsx';
import { readOptions, sendDetails, type Link } from './link-calls.ts';
import classes from './update-member-page.module.css';

const STAY_MS = 2000;
const { fields, other, done } = updateMember;
type Name = keyof typeof fields;

/** The values that the server has written into the page. */
const ccoeEmail = () => document.querySelector<HTMLMetaElement>('meta[name="ccoe-email"]')?.content ?? '';
const failed = () => updateMember.failed(ccoeEmail());
const required = (name: Name) => `${fields[name].label} is required.`;

/** The missing values, by field, in the order of the form. */
function missing(values: Record<Name, string>): Partial<Record<Name, string>> {
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

/**
 * /unauth/update-member: a member enters their department and unit by a link, not signed in; `action` is what
 * the header offers.
 */
export function UpdateMemberPage({ action }: { action: ReactNode }) {
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const link: Link = {
    member: String(search['member_id'] ?? ''),
    credential: String(search['credential'] ?? ''),
  };
  const form = useRef<HTMLFormElement>(null);
  const heading = useId();
  const retry = useRef<HTMLButtonElement>(null);
  const [intents] = useState(() => createIntents(null));
  /** How often the choices are fetched. */
  const [round, setRound] = useState(1);
  const [isLoading, setIsLoading] = useState(true);
  const [options, setOptions] = useState<LinkOptions | null>(null);
  const [values, setValues] = useState<Record<Name, string>>({
    department: '',
    other_department: '',
    business_unit: '',
  });
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [failure, setFailure] = useState<{ reason: string; retry?: boolean } | null>(null);
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');

  const { member, credential } = link;
  useEffect(() => {
    const leaving = new AbortController();
    readOptions({ member, credential }, leaving.signal)
      .then(
        (loaded) => {
          setOptions(loaded);
          setFailure(null);
          // The button goes; who has gone on to something else stays there.
          if (document.activeElement === retry.current)
            form.current?.querySelector<HTMLElement>('[name=department]')?.focus();
        },
        (error: unknown) => {
          if (!leaving.signal.aborted) setFailure({ reason: reasonOf(error), retry: mayCome(error) });
        },
      )
      .finally(() => !leaving.signal.aborted && setIsLoading(false));
    return () => leaving.abort();
  }, [member, credential, round]);
  useEffect(() => {
    if (state !== 'sent') return;
    const leave = setTimeout(() => void navigate({ to: '/redirect', replace: true }), STAY_MS);
    return () => clearTimeout(leave);
  }, [state, navigate]);

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
    if (first) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    setState('sending');
    setFailure(null);
    const department = values.department === other ? values.other_department : values.department;
    try {
      const details = { department, business_unit: values.business_unit };
      await intents.once(details, (intent) => sendDetails(link, details, intent));
      setState('sent');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure({ reason: reasonOf(error) });
      setState('open');
    }
  };

  const shared = (name: Name) => ({
    name,
    label: fields[name].label,
    value: values[name],
    error: errors[name],
    onChange: put(name),
  });
  return (
    <PublicPage title="Update your details" action={action}>
      <div className={classes.place}>
        <form
          ref={form}
          className={classes.form}
          aria-labelledby={heading}
          aria-busy={isLoading || state === 'sending' || undefined}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <h1 id={heading}>Update your details</h1>
          <p>
            Tell the Cloud Centre of Excellence where you work now. Nothing else of yours is shown or changed
            here.
          </p>
          <ChoiceField
            {...shared('department')}
            choices={[...new Set([...(options?.departments ?? []), other])]}
          />
          <TextField {...shared('other_department')} disabled={values.department !== other} />
          <ChoiceField {...shared('business_unit')} choices={options?.business_units ?? []} />
          {failure && (
            <p role="alert" className={classes.failure}>
              {failed()}
              {failure.reason && <span> {failure.reason}</span>}
            </p>
          )}
          {failure?.retry && (
            <button
              ref={retry}
              type="button"
              className={publicButton.quiet}
              onClick={() => {
                if (isLoading) return;
                setIsLoading(true);
                setRound((now) => now + 1);
              }}
            >
              {isLoading ? 'Loading…' : 'Retry'}
            </button>
          )}
          {state === 'sent' ? (
            <p role="status" className={classes.done}>
              {done}
            </p>
          ) : (
            <button type="submit" className={publicButton.primary} disabled={state === 'sending'}>
              {state === 'sending' ? 'Submitting…' : 'Submit'}
            </button>
          )}
        </form>
      </div>
    </PublicPage>
  );
}
