import { UnsubscribePage } from '#web/features/unsubscribe/unsubscribe-page.tsx';
import { LoginLink } from './login-link.tsx';

/** The page of the link of a scheduled mail, below the header of all who are not signed in. */
export const UnsubscribeRoute = () => <UnsubscribePage action={<LoginLink />} />;
