import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signOut } from '#web/data/sign-in.ts';
import { LogoMark } from '#web/ui/pages/logo.tsx';
import { PublicPage } from '#web/ui/pages/public-page.tsx';

const STAY_MS = 2000;

/** Ends the session, then goes back to the start. */
export function LogoutPage() {
  const navigate = useNavigate();

  useEffect(() => {
    const ended = signOut();
    const timer = setTimeout(
      () => void ended.then(() => navigate({ to: '/unauth/home', replace: true })),
      STAY_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <PublicPage title="Log Out" centred>
      <LogoMark size={64} intro />
      <h1>Logging You Out...</h1>
    </PublicPage>
  );
}
