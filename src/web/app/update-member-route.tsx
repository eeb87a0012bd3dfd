import { UpdateMemberPage } from '#web/features/update-member/update-member-page.tsx';
import { LoginLink } from './login-link.tsx';

/** The page of a member's link, below the header of all who are not signed in. */
export const UpdateMemberRoute = () => <UpdateMemberPage action={<LoginLink />} />;
