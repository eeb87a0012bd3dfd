import { useSearch } from '@tanstack/react-router';
import { useEffect, useId, useState, type ReactNode } from 'react';
import type { AnswerOf } from '#calls/call.ts';
import type { Leaving, leaveSchedule, lookAtLeaving } from '#calls/schedules.ts';
import { api, ApiError, newIntent } from '#web/data/client.ts';
import classes from '#web/ui/pages/public-content.module.css';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';

/*
 * Strangers open this page, and wait for no more than it needs: it knows of the calls their types alone.
 */

const PATH = '/unsubscribe';

/** What a link is about, and that its recipient leaves. */
function useLeaving(credential: string) {
  const [about, setAbout] = useState<Leaving | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [state, setState] = useState<'loading' | 'there' | 'sending'>('loading');
  const [intent] = useState(newIntent);
  const query = { credential };
  const fail = (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    setFailure(error.message);
    setState('there');
  };
  const show = (data: Leaving) => {
    setAbout(data);
    setFailure(null);
    setState('there');
  };
  useEffect(() => {
    const leaves = new AbortController();
    const { signal } = leaves;
    api
      .get<AnswerOf<typeof lookAtLeaving>>(PATH, { query: { credential }, signal })
      .then(({ data }) => show(data))
      .catch((error: unknown) => {
        if (!signal.aborted) fail(error);
      });
    return () => leaves.abort();
  }, [credential]);
  const leave = async () => {
    setState('sending');
    try {
      show((await api.post<AnswerOf<typeof leaveSchedule>>(PATH, undefined, { query, intent })).data);
    } catch (error) {
      fail(error);
    }
  };
  return { about, failure, state, leave };
}

/**
 * /unauth/unsubscribe: the recipient of a scheduled mail takes themselves out by its link, not signed in. To look changes
 * nothing, since programs that examine mails open their links. `action` is what the header offers.
 */
export function UnsubscribePage({ action }: { action: ReactNode }) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const heading = useId();
  const { about, failure, state, leave } = useLeaving(String(search['credential'] ?? ''));
  return (
    <PublicPage title="Get no more of this mail" action={action}>
      <div className={classes.place}>
        <section
          className={classes.content}
          aria-labelledby={heading}
          aria-busy={state === 'loading' || undefined}
        >
          <h1 id={heading}>Get no more of this mail</h1>
          {about && !about.left && (
            <>
              <p>
                The mail <strong>{about.schedule}</strong> is sent to <strong>{about.address}</strong> at
                times.
              </p>
              <button
                type="button"
                className={publicButton.primary}
                disabled={state === 'sending'}
                onClick={() => void leave()}
              >
                {state === 'sending' ? 'Taking you out…' : 'Take me out'}
              </button>
            </>
          )}
          {about?.left && (
            <p role="status" className={classes.done}>
              {about.address} is taken out: {about.schedule} is not sent there any more. Who made it can see
              that.
            </p>
          )}
          {failure !== null && (
            <p role="alert" className={classes.failure}>
              {failure}
            </p>
          )}
        </section>
      </div>
    </PublicPage>
  );
}
