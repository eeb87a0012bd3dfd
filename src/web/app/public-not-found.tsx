import { useEffect } from 'react';
import { settleSession, signInAddress } from '#web/data/sign-in.ts';
import { useSession } from '#web/data/use-session.ts';
import { NotFound } from '#web/features/not-found/not-found.tsx';
import { PublicPage, publicButton } from '#web/ui/public-page.tsx';

/** An unknown address outside the signed-in part. */
export function PublicNotFound() {
  const { status } = useSession();
  useEffect(() => void settleSession(), []);
  const login = (
    <a className={publicButton.quiet} href={signInAddress()}>
      Login
    </a>
  );
  return (
    <PublicPage title="Not Found - 404" action={status === 'out' ? login : undefined} centred>
      <NotFound />
    </PublicPage>
  );
}
