import { CrudView } from '#web/generic/crud/crud-screen.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { contactRules } from './contact-rules.ts';

/** The editable table of the cloud contacts. */
export default function CloudContactsCrudScreen(props: ScreenProps) {
  return <CrudView {...props} rules={contactRules} />;
}
