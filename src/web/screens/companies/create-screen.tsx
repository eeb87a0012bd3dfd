import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { CreateFormScreen } from '#web/generic/form/form-screens.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { companyForm } from './company-form.ts';

const custom: FormCustom = {
  ...companyForm,
  heading: 'Add New company',
  confirm: 'Do you want to add this company?',
};

/** /auth/create/companies */
export default function CreateCompanyScreen(props: ScreenProps) {
  return <CreateFormScreen {...props} custom={custom} />;
}
