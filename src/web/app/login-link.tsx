import { useEffect } from 'react';
import { settleSession, signInAddress } from '#web/data/sign-in.ts';
import { useSession } from '#web/data/use-session.ts';
import { publicButton } from '#web/ui/pages/public-page.tsx';

/** The way in, at the right of a public page's header; nothing for who is signed in or may be. */
export function LoginLink() {
  const { status } = useSession();
  useEffect(() => void settleSession(), []);
  return status === 'out' ? (
    <a className={publicButton.quiet} href={signInAddress()}>
      Login
    </a>
  ) : null;
}
