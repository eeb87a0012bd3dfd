import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { EditFormScreen } from '#web/generic/form/form-screens.tsx';
import type { RecordScreenProps } from '#web/generic/screen.ts';
import { companyForm } from './company-form.ts';

const custom: FormCustom = {
  ...companyForm,
  heading: 'Edit Company',
  confirm: 'Do you want to save these changes?',
};

/** /auth/edit/companies/{id} */
export default function EditCompanyScreen(props: RecordScreenProps) {
  return <EditFormScreen {...props} custom={custom} />;
}
