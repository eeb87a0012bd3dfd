import { NotFound } from '#web/features/not-found/not-found.tsx';
import { PublicPage } from '#web/ui/pages/public-page.tsx';
import { LoginLink } from './login-link.tsx';

/** An unknown address outside the signed-in part. */
export function PublicNotFound() {
  return (
    <PublicPage title="Not Found - 404" action={<LoginLink />} centred>
      <NotFound />
    </PublicPage>
  );
}
