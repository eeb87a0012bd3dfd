import { CloseButton } from '@mantine/core';
import { notifications, useNotifications } from '@mantine/notifications';
import { Suspense, useEffect, useState } from 'react';
import { fetchWhenQuiet, lateBy } from '../pages/late.tsx';
import classes from './notice-place.module.css';

const NoticeArea = lateBy(
  () => import('./notice-area.tsx'),
  (_props, { again }) => <PlainNotices again={again} />,
);
fetchWhenQuiet(NoticeArea.fetch);

/** The place of notices, whose code comes once the page is quiet, or with the first of them. */
export function NoticePlace() {
  const isNeeded = useNotifications().notifications.length > 0;
  const [mounted, setMounted] = useState(false);
  if (isNeeded && !mounted) setMounted(true);
  return <Suspense>{mounted && <NoticeArea />}</Suspense>;
}

/** Shows the same where the code does not come: a notice may be about the connection that broke. */
function PlainNotices({ again }: { again: () => void }) {
  const { notifications: shown } = useNotifications();
  const [first] = useState(() => new Set(shown.map(({ id }) => id)));
  const isNewer = shown.some(({ id }) => !first.has(id));
  useEffect(() => {
    if (isNewer) again();
  }, [isNewer, again]);
  return (
    <div className={classes.place}>
      {shown.map(({ id, title, message }) => (
        <div key={id} role="alert" className={classes.notice}>
          <div className={classes.words}>
            {title && <div className={classes.title}>{title}</div>}
            {message}
          </div>
          <CloseButton aria-label="Close this notice" onClick={() => id && notifications.hide(id)} />
        </div>
      ))}
    </div>
  );
}
