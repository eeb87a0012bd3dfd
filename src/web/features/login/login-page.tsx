import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { redeemHandOff } from '#web/data/sign-in.ts';
import { LogoMark } from '#web/ui/logo.tsx';
import { PublicPage, publicButton } from '#web/ui/public-page.tsx';

const STAY_MS = 2000;

/** Where the sign-in ends: stores the session that the server confirms, then goes where the person wanted. */
export function LoginPage() {
  const navigate = useNavigate();
  const router = useRouter();
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let here = true;
    const stay = new Promise((resolve) => setTimeout(resolve, STAY_MS));
    redeemHandOff().then(
      async (wanted) => {
        // Without a session to begin there is nothing to wait for.
        if (wanted) await stay;
        if (!here) return;
        if (wanted) router.history.replace(wanted);
        else await navigate({ to: '/unauth/home', replace: true });
      },
      (error: unknown) => {
        if (here) setFailure(error instanceof Error ? error.message : String(error));
      },
    );
    return () => {
      here = false;
    };
  }, [attempt, navigate, router]);

  const retry = () => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };

  return (
    <PublicPage title="Login" centred>
      <LogoMark size={64} intro />
      {failure ? (
        <>
          <h1>Logging you in did not work</h1>
          <p role="alert">{failure}</p>
          <button type="button" className={publicButton.primary} onClick={retry}>
            Retry
          </button>
        </>
      ) : (
        <h1>Logging you in...</h1>
      )}
    </PublicPage>
  );
}
