import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { EditFormScreen } from '#web/generic/form/form-screens.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';

const custom: FormCustom = { heading: 'Edit Department', confirm: 'Do you want to save these changes?' };

/** /auth/edit/departments/{id} */
export default function EditDepartmentScreen(props: RecordScreenProps) {
  return <EditFormScreen {...props} custom={custom} />;
}
