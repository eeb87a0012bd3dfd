import { Notifications } from '@mantine/notifications';
import '@mantine/notifications/styles.layer.css';

/** Where notices are shown. */
export default function NoticeArea() {
  return <Notifications position="bottom-center" />;
}
