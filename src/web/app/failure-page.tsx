import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '#web/data/client.ts';
import { revalidateSession } from '#web/data/sign-in.ts';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';

/** Shown when a page cannot begin: the server is away, or a part of the portal could not be fetched. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const fromServer = error instanceof ApiError;
  if (fromServer && error.status === 403) return <NotAdmitted sentence={error.message} />;
  const retry = async () => {
    // A part of an older release is gone after an update; only a new page load brings the new one.
    if (!fromServer) return window.location.reload();
    await revalidateSession();
    reset();
    await router.invalidate();
  };
  return (
    <PublicPage title="Something went wrong" centred>
      <h1>Something went wrong</h1>
      <p role="alert">
        {fromServer ? error.message : 'This page could not be shown. Please load it again.'}
        {fromServer && error.requestId && ` (request ${error.requestId})`}
      </p>
      <button type="button" className={publicButton.primary} onClick={() => void retry()}>
        Retry
      </button>
    </PublicPage>
  );
}

/** For somebody whose session lives and who may not use the portal any more: only another sign-in could help. */
function NotAdmitted({ sentence }: { sentence: string }) {
  return (
    <PublicPage title="No access" centred>
      <h1>You have no access</h1>
      <p role="alert">{sentence}</p>
      <Link className={publicButton.primary} to="/unauth/logout">
        Log Out
      </Link>
    </PublicPage>
  );
}
