import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LogoMark } from '#web/ui/pages/logo.tsx';
import { PublicPage, publicButton } from '#web/ui/pages/public-page.tsx';

/** Thanks a member for an update that was made through a link; `action` is what the header offers. */
export function RedirectPage({ action }: { action: ReactNode }) {
  return (
    <PublicPage title="Thank you" action={action} centred>
      <LogoMark size={64} intro />
      <h1>Thank you!</h1>
      <p>Your details have been received. There is nothing else to do, and you can close this page.</p>
      <Link to="/" className={publicButton.quiet}>
        Go to Skyledger
      </Link>
    </PublicPage>
  );
}
