import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { EditFormScreen } from '#web/generic/form/form-screens.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';

const custom: FormCustom = {
  heading: 'Edit Company',
  confirm: 'Do you want to save these changes?',
};

/** /auth/edit/companies/{id}: a corrected code leaves the stored GL accounts as they are. */
export default function EditCompanyScreen(props: RecordScreenProps) {
  return <EditFormScreen {...props} custom={custom} />;
}
