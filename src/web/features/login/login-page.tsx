import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { redeemHandOff, type SignInEnd } from '#web/data/sign-in.ts';
import { LogoMark } from '#web/ui/pages/logo.tsx';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';
import classes from './login-page.module.css';

const STAY_MS = 2000;

type GoingOn = Extract<SignInEnd, { person: unknown }>;

/** Where the sign-in ends: stores the session that the server confirms, then goes where the person wanted. */
export function LoginPage() {
  const navigate = useNavigate();
  const router = useRouter();
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [goingOn, setGoingOn] = useState<GoingOn | null>(null);

  useEffect(() => {
    let here = true;
    const stay = new Promise((resolve) => setTimeout(resolve, STAY_MS));
    redeemHandOff().then(
      async (end) => {
        // Without a session to begin there is nothing to wait for.
        if (end.status === 'begun') await stay;
        if (!here) return;
        if (end.status === 'begun') router.history.replace(end.wanted);
        else if (end.status === 'going on') setGoingOn(end);
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

  if (goingOn) return <SignedInAlready {...goingOn} />;
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

/** After going Back to the provider, whose answer is good once: nothing new has begun, and nothing has ended. */
function SignedInAlready({ person, wanted }: GoingOn) {
  return (
    <PublicPage title="Login" centred>
      <LogoMark size={64} />
      <h1>You are signed in already</h1>
      <p>
        As {person.name ?? person.email}. A sign-in counts once, and this one was used before, so your session
        goes on as it was.
      </p>
      <div className={classes.ways}>
        <a className={publicButton.primary} href={wanted}>
          Continue
        </a>
        <Link className={publicButton.quiet} to="/unauth/logout" replace>
          Log Out
        </Link>
      </div>
    </PublicPage>
  );
}
