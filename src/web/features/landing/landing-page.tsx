import { useState } from 'react';
import { sessionEnd } from '#web/data/session-store.ts';
import { readWanted, signInAddress } from '#web/data/sign-in.ts';
import { keepsDrafts } from '#web/generic/editing/drafts.ts';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';
import { Horizon } from './horizon.tsx';
import classes from './landing-page.module.css';

const ENDS = {
  expired: 'Your session has ended.',
  elsewhere: 'You were logged out in another tab.',
};

/** Says why somebody who was at work is here, and that nothing is lost. */
function EndNote() {
  const [ended] = useState(sessionEnd);
  const [kept] = useState(keepsDrafts);
  if (!ended) return null;
  return (
    <p role="alert" className={classes.ended}>
      <strong>{ENDS[ended]}</strong> {kept && 'What you typed is kept. '}
      {readWanted() !== null && 'Log in to go on where you were.'}
    </p>
  );
}

/** The page of a visitor: what this is, and the way in. */
export function LandingPage() {
  return (
    <PublicPage
      title="Skyledger"
      action={
        <a className={publicButton.quiet} href={signInAddress()}>
          Login
        </a>
      }
    >
      <div className={classes.hero}>
        <div className={classes.text}>
          <p className={classes.kicker}>Cloud Centre of Excellence</p>
          <h1 className={classes.heading}>Welcome to Skyledger</h1>
          <p className={classes.lead}>
            The desk where cloud accounts meet the books: who gets an account, which cost center pays for it,
            and who owns it.
          </p>
          <EndNote />
          <button
            type="button"
            className={publicButton.primary}
            onClick={() => window.location.assign(signInAddress())}
          >
            Login
          </button>
          <p className={classes.note}>You sign in with your company account.</p>
        </div>
        <Horizon />
      </div>
    </PublicPage>
  );
}
