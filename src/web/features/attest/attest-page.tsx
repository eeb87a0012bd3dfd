import { useParams } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import type { Linked } from '#calls/attestation-answers.ts';
import { formatDay } from '#kernel/dates.ts';
import { AttestedThings, type SendAnswers } from '#web/generic/attestation/things.tsx';
import content from '#web/ui/pages/public-content.module.css';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';
import classes from './attest.module.css';
import { useLinked } from './use-linked.ts';

const TITLE = 'Is this still yours?';

/**
 * /attest/<credential>: an owner says of each thing in their name whether it is still theirs, not signed in. To look changes nothing,
 * since programs that examine mails open their links. `action` is what the header offers.
 */
export function AttestPage({ action }: { action: ReactNode }) {
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  const heading = useId();
  const { state, send, finish, retry } = useLinked(String(params['token'] ?? ''));
  return (
    <PublicPage title={TITLE} action={action}>
      <div className={content.place}>
        <section
          className={`${content.content} ${classes.wide}`}
          aria-labelledby={heading}
          aria-busy={state.is === 'loading' || undefined}
        >
          <h1 id={heading}>{TITLE}</h1>
          {state.is === 'loading' && <p>Loading…</p>}
          {state.is === 'there' && <Questions linked={state.linked} onSend={send} onFinish={finish} />}
          {state.is === 'finished' && (
            <p role="status" className={content.done}>
              Thank you: the CCoE team has your{' '}
              {state.answered === 1 ? 'answer' : `${state.answered} answers`}. This link is used up, and
              nothing is left to do.
            </p>
          )}
          {state.is === 'failed' && (
            <>
              <p role="alert" className={content.failure}>
                {state.reason}
              </p>
              {!state.over && (
                <button type="button" className={publicButton.quiet} onClick={retry}>
                  Retry
                </button>
              )}
            </>
          )}
        </section>
      </div>
    </PublicPage>
  );
}

interface QuestionsProps {
  linked: Linked;
  onSend: SendAnswers;
  onFinish: () => Promise<string | null>;
}

function Questions({ linked, onSend, onFinish }: QuestionsProps) {
  const { name, campaign, last_day: day, waiting, total, things } = linked;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (work: () => Promise<string | null>) => {
    if (busy) return;
    setBusy(true);
    setFailure(await work());
    setBusy(false);
  };
  return (
    <>
      <p>
        Hello <strong>{name}</strong>, please say until <strong>{formatDay(day)}</strong> of each of these
        whether it is still yours: confirm it, hand it over, or give it up ({campaign}).
      </p>
      <p role="status">
        {waiting === 0
          ? 'All is answered. You can change answers until you finish.'
          : `${waiting} of ${total} ${waiting === 1 ? 'waits' : 'wait'} for your answer. Each answer is kept at once.`}
      </p>
      <div className={classes.main}>
        {waiting > 0 ? (
          <button
            type="button"
            className={publicButton.primary}
            aria-disabled={busy || undefined}
            onClick={() => void act(() => onSend({ remaining: 'confirmed' }))}
          >
            {busy ? 'Sending…' : waiting === total ? 'Confirm all' : 'Confirm all that remain'}
          </button>
        ) : (
          <button
            type="button"
            className={publicButton.primary}
            aria-disabled={busy || undefined}
            onClick={() => void act(onFinish)}
          >
            {busy ? 'Sending…' : 'Finish'}
          </button>
        )}
      </div>
      {failure !== null && (
        <p role="alert" className={content.failure}>
          {failure}
        </p>
      )}
      <AttestedThings things={things} onSend={onSend} />
      {things.length < total && (
        <p>
          {things.length} of {total} are shown. The others are shown once these are answered.
        </p>
      )}
    </>
  );
}
