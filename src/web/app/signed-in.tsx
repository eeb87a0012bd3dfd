import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import { QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useDeferredValue, useEffect } from 'react';
import { forgetJobs } from '#web/data/followed-jobs.ts';
import { queryClient } from '#web/data/query-client.ts';
import { useOwnRows, usePerson, useSession } from '#web/data/use-session.ts';
import { followWork } from '#web/data/work.ts';
import { useRememberedScreen } from '#web/generic/editing/came-from.ts';
import { ReviewDesk } from '#web/generic/peer-review/review-desk.tsx';
import { beQuiet } from '#web/ui/pages/late.tsx';
import { NoticePlace } from '#web/ui/notices/notice-place.tsx';
import { clearNotices, leaveNotices } from '#web/ui/notices/notices.tsx';
import { usePrinting } from '#web/ui/use-printing.ts';
import { OutdatedNotice } from './frame/outdated-notice.tsx';
import { Shell } from './frame/shell.tsx';
import { colorSchemeManager, cssVariables, theme } from './theme.ts';
import { usePersonNotice } from './frame/use-person-notice.ts';

/** So long after a screen has come the page is quiet: its rows are there, also over a slow line. */
const QUIET_MS = 4000;
/** Nothing is fetched for so long once a screen has its data. */
const SETTLED_MS = 200;

/** Everything below /auth: the component library, the cache and the frame, fetched only by who is signed in. */
export function SignedIn() {
  const { status } = useSession();
  const email = usePerson()?.email ?? null;
  const router = useRouter();
  useRememberedScreen();

  useEffect(() => {
    if (status !== 'out') return;
    // Data that one person read and may undo is not kept for the next.
    queryClient.clear();
    clearNotices();
    forgetJobs();
  }, [status]);
  useEffect(
    () => router.subscribe('onBeforeNavigate', ({ pathChanged }) => pathChanged && leaveNotices()),
    [router],
  );
  // Another person sees other work.
  const ownOnly = useOwnRows();
  useEffect(() => (email === null || ownOnly ? undefined : followWork(queryClient)), [email, ownOnly]);

  usePersonNotice();
  // The first screen is made in slices between which the browser goes on, not in one piece with the router's own work.
  const begun = useDeferredValue(true, false);
  const printing = usePrinting();
  if (status !== 'in' || !begun) return null;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      forceColorScheme={printing ? 'light' : undefined}
    >
      <QueryClientProvider client={queryClient}>
        <NoticePlace />
        <OutdatedNotice />
        <Quiet />
        <ReviewDesk />
        <Shell>
          <Outlet />
        </Shell>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Renders nothing; the frame around it stays as it is while screens come. */
function Quiet() {
  const isIdle = useRouterState({ select: ({ status }) => status === 'idle' });
  const isFetching = useIsFetching() > 0;
  // Most go on to a list. Its code is fetched once this screen has all it needs, as they would share the line.
  useEffect(() => {
    if (!isIdle || isFetching) return;
    const timer = setTimeout(
      () => void import('./screens.ts').then(({ fetchLists }) => fetchLists()),
      SETTLED_MS,
    );
    return () => clearTimeout(timer);
  }, [isIdle, isFetching]);
  useEffect(() => {
    if (!isIdle) return;
    const timer = setTimeout(beQuiet, QUIET_MS);
    return () => clearTimeout(timer);
  }, [isIdle]);
  return null;
}
