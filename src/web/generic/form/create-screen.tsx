import type { ScreenProps } from '../screen.ts';
import { CreateFormScreen } from './form-screens.tsx';

/** The form for a new record of a model that has no form of its own. */
export default function CreateScreen(props: ScreenProps) {
  return <CreateFormScreen {...props} />;
}
