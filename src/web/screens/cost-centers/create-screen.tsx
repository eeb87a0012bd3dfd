import type { FormCustom } from '#web/generic/form/form-custom.ts';
import { CreateFormScreen } from '#web/generic/form/form-screens.tsx';
import type { ScreenProps } from '#web/generic/screen.ts';
import { costCenterForm } from './cost-center-form.ts';

const custom: FormCustom = {
  ...costCenterForm,
  heading: 'Add New Cost Center',
  confirm: 'Do you want to add this cost center?',
};

/** /auth/create/cost_centers */
export default function CreateCostCenterScreen(props: ScreenProps) {
  return <CreateFormScreen {...props} custom={custom} />;
}
