import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import type { AnswerOf } from '#calls/call.ts';
import type { Leaving, leaveSchedule, lookAtLeaving } from '#calls/schedules.ts';
import { api, newIntent } from '#web/data/client.ts';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';
import classes from './unsubscribe-page.module.css';

/*
 * Strangers open this page, and wait for no more than it needs: it knows of the calls their types alone.
 */

const PATH = '/unsubscribe';

/**
 * /unauth/unsubscribe: the recipient of a scheduled mail takes themselves out by its link, not signed in. To look changes
 * nothing, since programs that examine mails open their links. `action` is what the header offers.
 */
export function UnsubscribePage({ action }: { action: ReactNode }) {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const query = { credential: String(search['credential'] ?? '') };
  const heading = useId();
  const [intent] = useState(newIntent);
  const looked = useQuery({
    queryKey: ['unsubscribe', query.credential],
    queryFn: async ({ signal }) =>
      (await api.get<AnswerOf<typeof lookAtLeaving>>(PATH, { query, signal })).data,
    retry: false,
  });
  const leaving = useMutation({
    mutationFn: async (): Promise<Leaving> =>
      (await api.post<AnswerOf<typeof leaveSchedule>>(PATH, undefined, { query, intent })).data,
  });
  const about = leaving.data ?? looked.data;
  const error = leaving.error ?? looked.error;
  return (
    <PublicPage title="Get no more of this mail" action={action}>
      <div className={classes.place}>
        <section
          className={classes.content}
          aria-labelledby={heading}
          aria-busy={looked.isPending || undefined}
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
                disabled={leaving.isPending}
                onClick={() => leaving.mutate()}
              >
                {leaving.isPending ? 'Taking you out…' : 'Take me out'}
              </button>
            </>
          )}
          {about?.left && (
            <p role="status" className={classes.done}>
              {about.address} is taken out: {about.schedule} is not sent there any more. Who made it can see
              that.
            </p>
          )}
          {error && (
            <p role="alert" className={classes.failure}>
              {error.message}
            </p>
          )}
        </section>
      </div>
    </PublicPage>
  );
}
