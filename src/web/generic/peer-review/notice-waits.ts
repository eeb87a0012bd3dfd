import { noticeSuccess } from '#web/ui/notices/notices.tsx';

/** The page of the changes that wait for a second person. */
const WAITING_PAGE = '/auth/waiting-changes';

/** Said of an undo that is a change of such fields itself. */
export const UNDO_WAITS = 'The change back waits for a second person.';

/** Says that a change waits for a second person, and leads to it. */
export const noticeWaits = (title: string): void =>
  noticeSuccess({
    title,
    reason: 'A second person has to approve it. Nothing is changed before.',
    link: { label: 'See what waits', to: WAITING_PAGE },
  });
