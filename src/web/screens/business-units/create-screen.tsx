import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { CreateFormScreen } from '#web/generic/form/form-screens.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';

const custom: FormCustom = {
  heading: 'Add New business unit',
  confirm: 'Do you want to add this business unit?',
};

/** /auth/create/business_units */
export default function CreateBusinessUnitScreen(props: ScreenProps) {
  return <CreateFormScreen {...props} custom={custom} />;
}
