import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { CreateFormScreen } from '#web/generic/form/form-screens.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';

const custom: FormCustom = { heading: 'Add New department', confirm: 'Do you want to add this department?' };

/** /auth/create/departments */
export default function CreateDepartmentScreen(props: ScreenProps) {
  return <CreateFormScreen {...props} custom={custom} />;
}
