import type { Differing } from '../model-screens.ts';
import type { RecordScreenProps } from '../screen.ts';
import { EditFormScreen } from './form-screens.tsx';

/** /auth/edit/{model}/{id} */
export default function EditScreen({ resource, registry, id, forms }: RecordScreenProps & Differing) {
  return <EditFormScreen resource={resource} registry={registry} id={id} custom={forms?.edit} />;
}
