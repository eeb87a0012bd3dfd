import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, type ReactNode } from 'react';
import { updateMember } from '#resources/update-member.ts';
import classes from '#web/ui/pages/public-content.module.css';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';
import { ChoiceField, TextField } from './fields.tsx';
import { useDetailsForm, type Name } from './use-details-form.ts';

const STAY_MS = 2000;
const { fields, other, done } = updateMember;

/** The values that the server has written into the page. */
const ccoeEmail = () => document.querySelector<HTMLMetaElement>('meta[name="ccoe-email"]')?.content ?? '';
const failed = () => updateMember.failed(ccoeEmail());

/**
 * /unauth/update-member: a member enters their department and unit by a link, not signed in; `action` is what
 * the header offers.
 */
export function UpdateMemberPage({ action }: { action: ReactNode }) {
  const navigate = useNavigate();
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const heading = useId();
  const details = useDetailsForm({
    member: String(search['member_id'] ?? ''),
    credential: String(search['credential'] ?? ''),
  });
  const { form, isLoading, retry, retryButton, failure, state, submit } = details;
  useEffect(() => {
    if (state !== 'sent') return;
    const leave = setTimeout(() => void navigate({ to: '/redirect', replace: true }), STAY_MS);
    return () => clearTimeout(leave);
  }, [state, navigate]);

  return (
    <PublicPage title="Update your details" action={action}>
      <div className={classes.place}>
        <form
          ref={form}
          className={classes.content}
          aria-labelledby={heading}
          aria-busy={isLoading || state === 'sending' || undefined}
          noValidate
          onSubmit={(event) => void submit(event)}
        >
          <h1 id={heading}>Update your details</h1>
          {failure?.over !== true && <Questions details={details} />}
          {failure && (
            <p role="alert" className={classes.failure}>
              {failed()}
              {failure.reason && <span> {failure.reason}</span>}
            </p>
          )}
          {failure?.retry && (
            <button ref={retryButton} type="button" className={publicButton.quiet} onClick={retry}>
              {isLoading ? 'Loading…' : 'Retry'}
            </button>
          )}
          {failure?.over === true && <p>{updateMember.over}</p>}
          {state === 'sent' && (
            <p role="status" className={classes.done}>
              {done}
            </p>
          )}
          {state !== 'sent' && failure?.over !== true && (
            <button type="submit" className={publicButton.primary} disabled={state === 'sending'}>
              {state === 'sending' ? 'Submitting…' : 'Submit'}
            </button>
          )}
        </form>
      </div>
    </PublicPage>
  );
}

/** The question, and the fields for it. */
function Questions({ details }: { details: ReturnType<typeof useDetailsForm> }) {
  const { options, values, errors, put } = details;
  const shared = (name: Name) => ({
    name,
    label: fields[name].label,
    value: values[name],
    error: errors[name],
    onChange: put(name),
  });
  return (
    <>
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
    </>
  );
}
