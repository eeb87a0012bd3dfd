import type { RecordScreenProps } from '../screen.ts';
import { EditFormScreen } from './form-screens.tsx';

/** The form for a record of a model that has no form of its own. */
export default function EditScreen(props: RecordScreenProps) {
  return <EditFormScreen {...props} />;
}
