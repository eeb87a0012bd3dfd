import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { publicButton } from '#web/ui/pages/public-page.tsx';
import classes from './not-found.module.css';

/** Says that there is nothing at this address, and offers the way back. It fits inside any frame. */
export function NotFound() {
  const navigate = useNavigate();
  useEffect(() => {
    document.title = 'Not Found - 404 · Skyledger';
  }, []);
  return (
    <div className={classes.notFound}>
      <h1>Not Found - 404</h1>
      <p>There is no page at this address. It may have been mistyped, or the page has moved.</p>
      <button type="button" className={publicButton.primary} onClick={() => void navigate({ to: '/' })}>
        Return to Home
      </button>
    </div>
  );
}
