import { AttestPage } from '#web/features/attest/attest-page.tsx';
import { LoginLink } from './login-link.tsx';

/** The page of the link by which an owner says what is still theirs, below the header of all who are not signed in. */
export const AttestRoute = () => <AttestPage action={<LoginLink />} />;
